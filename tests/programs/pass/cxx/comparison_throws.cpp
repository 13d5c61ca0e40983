// An exception passes through qsort.
// VERDICT: verified
#include <cassert>
#include <cstdlib>
#include <thread>
static int numbers[3] = {3, 2, 1}, caught;
static int compare(const void*, const void*) { throw 1; }
static void sort() {
  try {
    std::qsort(numbers, 3, sizeof *numbers, compare);
  } catch (int) {
    ++caught;
  }
}
int main() {
  std::thread t(sort);
  t.join();
  sort();
  assert(caught == 2);
}
