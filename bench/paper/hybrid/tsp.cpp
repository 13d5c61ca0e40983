// Travelling salesman: each solver tries tours in a row of its own; distances are only read; the best length is common.
#include "threads.h"

static constexpr int kCities = 2;
static pthread_mutex_t best_mutex = PTHREAD_MUTEX_INITIALIZER;
static const int distances[kCities][kCities] = {{0, 3}, {3, 0}};
static int best = 1000;

struct Solver {
  int* tours;
  int first;
  int length;
};

static void* solve(void* argument) {
  auto* solver = static_cast<Solver*>(argument);
  int* tours = solver->tours;
  const int first = solver->first;
  for (int i = 0; i < kCities; ++i) tours[first + i] = distances[i][kCities - 1 - i];
  Guard guard(best_mutex);
  if (solver->first + 3 < best) best = solver->first + 3;
  return nullptr;
}

int main() {
  static int tours[2 * kCities];
  static Solver solvers[2] = {{tours, 0, 0}, {tours, kCities, 0}};
  run_all(solvers, solve);
}
