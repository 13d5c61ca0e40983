// See extras.h.
#include "model/extras.h"

#include <algorithm>
#include <iterator>

#include "base/hash.h"

namespace heddle::model {

void add_sections(Program& program, uint64_t seed) {
  Random random(mix(seed, 2));
  if (random.below(100) >= 12) return;
  for (size_t t = 1; t < program.threads.size(); ++t) {
    std::vector<Instruction>& body = program.threads[t].body;
    if (body.empty() || random.below(3) == 0) continue;
    const auto first = static_cast<std::ptrdiff_t>(random.below(static_cast<uint32_t>(body.size())));
    const auto most = static_cast<std::ptrdiff_t>(body.size()) - first;
    const auto last = first + std::min<std::ptrdiff_t>(most, 2 + random.below(2));
    std::vector<Instruction> inside(std::make_move_iterator(body.begin() + first), std::make_move_iterator(body.begin() + last));
    body.erase(body.begin() + first, body.begin() + last);
    body.insert(body.begin() + first, atomically(std::move(inside)));
  }
}

}  // namespace heddle::model
