// Memory orders, drawn apart from the rest of a program: programs of a seed stay what they were without them.
#include "model/orders.h"

namespace heddle::model {
namespace {

bool is_atomic(const Instruction& i) { return i.code >= Code::kRead && i.code <= Code::kAwait && !i.plain; }

void weaken(std::vector<Instruction>& body, Random& random) {
  for (size_t at = 0; at < body.size(); ++at) {
    weaken(body[at].body, random);
    if (!is_atomic(body[at])) continue;
    body[at].order = random_order(body[at].code, random);
    if (random.below(100) >= 15) continue;
    // An access between any two fences: a compiler makes one of neighbours.
    body.insert(body.begin() + static_cast<std::ptrdiff_t>(at++), fence(random_order(Code::kFence, random)));
  }
}

}  // namespace

uint8_t random_order(Code code, Random& random) {
  static constexpr uint8_t kLoads[] = {0, 2, 5}, kStores[] = {0, 3, 5}, kUpdates[] = {0, 2, 3, 4, 5},
                           kFences[] = {2, 3, 4, 5};
  switch (code) {
    case Code::kRead:
    case Code::kAwait: return kLoads[random.below(3)];
    case Code::kWrite: return kStores[random.below(3)];
    case Code::kFence: return kFences[random.below(4)];
    default: return kUpdates[random.below(5)];
  }
}

void weaken_orders(Program& program, uint64_t seed) {
  Random random(mix(seed, 1));
  if (random.below(2) == 0) return;
  for (Thread& thread : program.threads) weaken(thread.body, random);
}

}  // namespace heddle::model
