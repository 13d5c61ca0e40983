// Two tellers pay into one account. Each call is right on its own; together they can lose a payment.
#include <cassert>
#include <thread>

int balance = 0;

void deposit(int amount) {
  int old = balance;
  balance = old + amount;
}

int main() {
  std::thread teller([] { deposit(10); });
  deposit(20);
  teller.join();
  assert(balance == 30);
}
