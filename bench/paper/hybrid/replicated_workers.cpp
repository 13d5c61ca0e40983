// Replicated workers: two take pieces of work from one pool and put what comes of them into another, each behind a lock.
#include "threads.h"
#ifdef BUG
#include <cassert>
#endif

static constexpr int kWork = 2;
static pthread_mutex_t work_mutex = PTHREAD_MUTEX_INITIALIZER, result_mutex = PTHREAD_MUTEX_INITIALIZER;
static int work[kWork] = {3, 4}, left = kWork, results[kWork], done;

struct Worker {
  int made;
};

static void* labour(void* argument) {
  auto* worker = static_cast<Worker*>(argument);
  for (;;) {
    int piece = 0;
    {
      Guard guard(work_mutex);
      if (left > 0) piece = work[--left];
    }
    if (piece == 0) break;
    worker->made += piece;
#ifndef BUG
    Guard guard(result_mutex);
#endif
    const int at = done;
    results[at] = piece;
    done = at + 1;
  }
  return nullptr;
}

int main() {
  static Worker workers[2];
  run_all(workers, labour);
#ifdef BUG
  assert(done == kWork);
#endif
}
