// FALLBACK: the program did not follow the model of it
// VERDICT: verified
// RUN: --engine mcr
// RUN: --engine dpor
// Everyone takes both forks at once.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

constexpr int kSeats = 3;
static std::mutex forks[kSeats];
static int used[kSeats];

static void eat(int seat) {
  const int left = seat, right = (seat + 1) % kSeats;
  std::scoped_lock both(forks[left], forks[right]);
  used[left]++;
  used[right]++;
}

int main() {
  std::vector<std::thread> guests;
  for (int i = 0; i < kSeats; i++) guests.emplace_back(eat, i);
  for (auto& g : guests) g.join();
  for (int n : used) assert(n == 2);
}
