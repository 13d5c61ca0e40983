// A thread ends by an exception and leaves its lock taken: the report says who, and which exception.
// VERDICT: bug:deadlock
// REPORT: main.1 waits for lock m, which main.0 still held when it ended
// REPORT: main.0 ended after std::runtime_error (no such job: 1), thrown at
#include <mutex>
#include <stdexcept>
#include <thread>
std::mutex m;
void work(int x) {
  m.lock();
  if (x == 1) throw std::runtime_error("no such job: 1");
  m.unlock();
}
int main() {
  std::thread a([] { try { work(1); } catch (std::exception &) {} });
  std::thread b([] { work(2); });
  a.join();
  b.join();
}
