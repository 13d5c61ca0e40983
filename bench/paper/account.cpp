// Account: deposits and transfers between the accounts of a ring, four customers and main.
//
// Bug: a transfer holds the lock of its own account only. The sum it adds to the other account can be lost, or swallow
// a deposit made there (an atomicity violation, and data races on the balance). With FIXED the sum is no longer
// checked; the races stay, as in the paper's exploration of this program.
//
// VERDICT: bug
// REPORT: SUMMARY: heddle: assertion
#include <array>
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

#ifndef CUSTOMERS
#define CUSTOMERS 4
#endif

class Account {
 public:
  void deposit(int amount) {
    std::lock_guard hold(mutex_);
    balance_ += amount;
  }
  void transfer(Account& to, int amount) {
    std::lock_guard hold(mutex_);
    balance_ -= amount;
    to.balance_ += amount;
  }
  int balance() const { return balance_; }

 private:
  std::mutex mutex_;
  int balance_ = 100;
};

std::array<Account, CUSTOMERS> accounts;

int main() {
  std::vector<std::thread> customers;
  for (int i = 0; i < CUSTOMERS; ++i)
    customers.emplace_back([i] {
      accounts[i].deposit(300);
      accounts[i].transfer(accounts[(i + 1) % CUSTOMERS], 99);
    });
  for (auto& customer : customers) customer.join();
  int sum = 0;
  for (const Account& account : accounts) sum += account.balance();
#ifndef FIXED
  assert(sum == 400 * CUSTOMERS);
#endif
}
