// LIBRARY: libxenium-dev | xenium::michael_scott_queue
// VERDICT: verified
// NEEDS: xenium/michael_scott_queue.hpp
#include <array>
#include <thread>
#include <xenium/michael_scott_queue.hpp>
#include <xenium/reclamation/quiescent_state_based.hpp>

using Queue =
    xenium::michael_scott_queue<int, xenium::policy::reclaimer<xenium::reclamation::quiescent_state_based>>;

int main() {
  Queue queue;
  std::thread producer([&] { queue.push(1); });
  int value;
  queue.try_pop(value);
  producer.join();
}
