// Dining philosophers. Each takes the fork at the left and then the one at the right. When all have their left fork,
// nobody ever gets a right one. With an order among the forks, lower number first, the circle cannot close.
#include <algorithm>
#include <mutex>
#include <thread>
#include <vector>

constexpr int kSeats = 3;
std::mutex forks[kSeats];
int meals[kSeats];

void dine(int seat) {
  int first = seat, second = (seat + 1) % kSeats;
#ifdef FIXED
  if (first > second) std::swap(first, second);
#endif
  std::lock_guard left(forks[first]);
  std::lock_guard right(forks[second]);
  ++meals[seat];
}

int main() {
  std::vector<std::thread> philosophers;
  for (int seat = 0; seat < kSeats; ++seat) philosophers.emplace_back(dine, seat);
  for (auto& philosopher : philosophers) philosopher.join();
}
