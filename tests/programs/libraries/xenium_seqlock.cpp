// LIBRARY: libxenium-dev | xenium::seqlock
// VERDICT: verified
// NEEDS: xenium/seqlock.hpp
#include <cassert>
#include <memory>
#include <thread>
#include <xenium/seqlock.hpp>

struct Pair {
  long first, second;
};

int main() {
  xenium::seqlock<Pair> lock(Pair{0, 0});
  std::thread writer([&] { lock.store(Pair{1, 1}); });
  const Pair pair = lock.load();
  assert(pair.first == pair.second);
  writer.join();
}
