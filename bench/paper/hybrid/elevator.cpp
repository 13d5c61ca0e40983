// Elevator: lifts take calls from a board, one lock for the board; where each lift is stands in an array, a place for each.
#include "threads.h"
#ifdef BUG
#include <cassert>
#endif

static constexpr int kFloors = 2;
static pthread_mutex_t board_mutex = PTHREAD_MUTEX_INITIALIZER;
static int calls[kFloors] = {1, 1};
static int position[2];

struct Lift {
  int number;
  int served;
};

static void* operate(void* argument) {
  auto* lift = static_cast<Lift*>(argument);
  const int me = lift->number;
  for (int floor = 0; floor < kFloors; ++floor) {
#ifdef BUG
    if (calls[floor] == 0) continue;
    calls[floor] = 0;
#else
    {
      Guard guard(board_mutex);
      if (calls[floor] == 0) continue;
      calls[floor] = 0;
    }
#endif
    position[me] = floor;
    ++lift->served;
  }
  return nullptr;
}

int main() {
  static Lift lifts[2] = {{0, 0}, {1, 0}};
  run_all(lifts, operate);
#ifdef BUG
  assert(lifts[0].served + lifts[1].served == kFloors);
#endif
}
