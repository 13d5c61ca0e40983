#include "money.h"

std::atomic<int> balance;

void deposit(int amount) {
  int old = balance;
  balance = sum(old, amount);
}
