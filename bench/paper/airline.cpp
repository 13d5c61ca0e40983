// Airline: five agents sell the seats of one flight.
//
// Bug: an agent asks whether a seat is left and then sells one, each under the lock, but not both under one: more seats
// are sold than there are. No data race. With FIXED asking and selling are one section.
//
// RUN:
// VERDICT: bug:assertion
// RUN: -DFIXED
// VERDICT: verified
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

#ifndef AGENTS
#define AGENTS 5
#endif

class Flight {
 public:
  bool full() {
    std::lock_guard hold(mutex_);
    return sold_ >= kSeats;
  }
  void sell() {
    std::lock_guard hold(mutex_);
    book();
  }
  void sell_if_free() {
    std::lock_guard hold(mutex_);
    if (sold_ < kSeats) book();
  }
  bool overbooked() const { return sold_ > kSeats; }

 private:
  void book() {
    ++sold_;
    revenue_ += kPrice;
  }

  static constexpr int kSeats = AGENTS - 2, kPrice = 120;
  std::mutex mutex_;
  int sold_ = 0, revenue_ = 0;
};

Flight flight;

void agent() {
#ifdef FIXED
  flight.sell_if_free();
#else
  if (!flight.full()) flight.sell();
#endif
}

int main() {
  std::vector<std::thread> agents;
  for (int i = 0; i < AGENTS; ++i) agents.emplace_back(agent);
  for (auto& a : agents) a.join();
  assert(!flight.overbooked());
}
