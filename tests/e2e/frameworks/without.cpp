// No framework: a check that fails throws.
#include <heddle/check.hpp>

#include <atomic>
#include <cassert>
#include <cstdio>
#include <thread>

int main(int argc, char**) {
  std::atomic<int> n{0};
  const heddle::Result result = heddle::explore([&] {
    std::thread other([&] { n = n + 1; });
    n = n + 1;
    other.join();
    assert(n == 2);
  });
  std::printf("verdict %d, n %d\n%s", static_cast<int>(result.verdict), n.load(), result.report.c_str());
  try {
    heddle::check([argc] { assert(argc == 1); });
    std::puts("passed");
  } catch (const heddle::CheckFailed& failed) {
    std::printf("thrown: %s", failed.what());
  }
}
