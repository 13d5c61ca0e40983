// Quicksort: two threads sort the halves of one array, each by itself.
#include <cassert>

#include "threads.h"

static constexpr int kSize = 4;

struct Part {
  int* data;
  int low, high;
};

static void sort(int* data, int low, int high) {
  for (int i = low; i < high - 1; ++i)
    for (int k = low; k < high - 1; ++k)
      if (data[k] > data[k + 1]) {
        const int larger = data[k];
        data[k] = data[k + 1];
        data[k + 1] = larger;
      }
}

static void* run(void* argument) {
  auto* part = static_cast<Part*>(argument);
  sort(part->data, part->low, part->high);
#ifdef BUG
  assert(part->data[part->low] <= part->data[part->low + 1]);
#endif
  return nullptr;
}

int main() {
#ifdef BUG
  static int data[kSize] = {4, 3, 2, 1};
  static Part parts[2] = {{data, 0, 3}, {data, 1, kSize}};  // they overlap
#else
  static int data[kSize] = {2, 1, 4, 3};
  static Part parts[2] = {{data, 0, kSize / 2}, {data, kSize / 2, kSize}};
#endif
  run_all(parts, run);
}
