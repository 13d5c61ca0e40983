#include "journal.h"

#include <numeric>

void Journal::note(long amount) {
  std::lock_guard hold(lock_);
  amounts_.push_back(amount);
}

long Journal::total() const {
  std::lock_guard hold(lock_);
  return std::accumulate(amounts_.begin(), amounts_.end(), 0L);
}
