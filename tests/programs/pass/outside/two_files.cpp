// VERDICT: verified
// Each thread writes and reads its own file.
#include <fstream>
#include <thread>
#include <cassert>
#include <cstdio>
int main() {
  auto f = [](const char* n) {
    {
      std::ofstream o(n);
      o << 42 << "\n";
    }
    std::ifstream i(n);
    int v;
    assert(i >> v && v == 42);
    std::remove(n);
  };
  std::thread t(f, "/tmp/hb1");
  f("/tmp/hb2");
  t.join();
}
