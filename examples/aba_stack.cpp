// The ABA problem in a Treiber stack. A thread that pops remembers the top node A and the one below it, B. Before its
// compare-exchange, another thread pops A and B and puts A back. The top is A again, so the exchange succeeds and makes
// B the top, though the other thread still owns B. Later both use it.
//
// Nodes are recycled, as in a pool, so no memory is freed: only the structure is wrong. The cure is a version that
// every change of the top increments; then "A again" is not equal to the A that was read.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

struct Node {
  std::atomic<uint32_t> next{0};      // index of the node below; 0 is the bottom
  std::atomic<bool> owned{false};     // by the thread that popped it
};

struct Top {
  uint32_t node, version;
};

Node nodes[3];  // 1 and 2 are used
std::atomic<Top> top{Top{0, 0}};

Top with_node(Top old, uint32_t node) {
#ifdef FIXED
  return {node, old.version + 1};
#else
  return {node, old.version};
#endif
}

void push(uint32_t node) {
  nodes[node].owned = false;
  Top old = top;
  do nodes[node].next = old.node;
  while (!top.compare_exchange_weak(old, with_node(old, node)));
}

uint32_t pop() {
  Top old = top;
  do {
    if (old.node == 0) return 0;
  } while (!top.compare_exchange_weak(old, with_node(old, nodes[old.node].next)));
  const bool owned = nodes[old.node].owned.exchange(true);
  assert(!owned);  // a node has one owner
  return old.node;
}

int main() {
  push(2);
  push(1);
  std::thread other([] {
    pop();
    pop();
  });
  if (const uint32_t mine = pop()) {
    pop();
    push(mine);
  }
  other.join();
}
