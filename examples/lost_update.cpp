// Two tellers pay into one account. Each call is right on its own; together they can lose a payment.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::atomic<int> balance = 0;
std::mutex ledger;

void deposit(int amount) {
#ifdef FIXED
  std::lock_guard hold(ledger);
#endif
  int old = balance;
  balance = old + amount;
}

int main() {
  std::thread teller([] { deposit(10); });
  deposit(20);
  teller.join();
  assert(balance == 30);
}
