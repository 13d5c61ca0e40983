// Event demo: each source keeps its latest events in a ring of the one table, and counts all of them together.
#include "threads.h"

static constexpr int kRing = 2;
static pthread_mutex_t total_mutex = PTHREAD_MUTEX_INITIALIZER;
static int total;

struct Source {
  int* table;
  int first;
  int posted;
};

static void* post(void* argument) {
  auto* source = static_cast<Source*>(argument);
  for (int i = 0; i < kRing; ++i) source->table[source->first + i] = i + 1;
  source->posted = kRing;
  Guard guard(total_mutex);
  total += source->posted;
  return nullptr;
}

int main() {
  static int table[2 * kRing];
  static Source sources[2] = {{table, 0, 0}, {table, kRing, 0}};
  run_all(sources, post);
}
