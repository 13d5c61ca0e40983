// VERDICT: verified
// std::thread: arguments, references, move, member functions, lambdas, get_id, vector of threads.
#include <cassert>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct Account {
  void add(int n) {
    std::lock_guard hold(lock);
    balance += n;
  }
  std::mutex lock;
  int balance = 0;
};

int main() {
  Account account;
  std::vector<std::thread> threads;
  threads.emplace_back(&Account::add, &account, 5);
  threads.emplace_back([](Account& a) { a.add(7); }, std::ref(account));
  assert(threads[0].joinable() && threads[0].get_id() != std::this_thread::get_id());
  std::thread moved = std::move(threads[0]);
  assert(!threads[0].joinable());
  threads[0] = std::move(moved);
  for (auto& t : threads) t.join();
  assert(account.balance == 12);
  std::string text = "copy";
  std::thread([text]() mutable { text += "!"; }).join();
  assert(text == "copy");
}
