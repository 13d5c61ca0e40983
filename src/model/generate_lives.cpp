// Programs about the life of locals: threads that use what another thread owns, where it may be no more, or something else may have begun
// in its place. What keeps them from coming too late is a lock, a flag, or nothing.
#include "base/hash.h"
#include "model/generate.h"
#include "model/orders.h"

namespace heddle::model {
namespace {

class Lives {
 public:
  explicit Lives(uint64_t seed) : random_(mix(seed, 0x6c69766573)) {}

  Program make() {
    way_ = static_cast<Way>(random_.below(3));
    plain_ = chance(25);
    const bool main_owns = chance(40);
    std::vector<std::vector<Instruction>> bodies = {uses()};
    if (!main_owns) bodies.push_back(owns());
    if (bodies.size() < 2 || chance(40)) bodies.push_back(uses());
    const auto workers = static_cast<std::ptrdiff_t>(bodies.size());
    Program p = fork_join(std::move(bodies), chance(50) ? looks() : std::vector<Instruction>{});
    if (main_owns) {
      const std::vector<Instruction> own = owns();
      p.threads[0].body.insert(p.threads[0].body.begin() + workers, own.begin(), own.end());
    }
    p.variables.assign(kShown + 1, 0);
    p.mutexes = 1;
    return p;
  }

 private:
  enum : int { kLocal, kOther, kFlag, kShown };
  enum class Way : uint8_t { kLock, kFlag, kNothing };
  struct Range {
    int first, count;
  };

  bool chance(uint32_t percent) { return random_.below(100) < percent; }
  Value small() { return lit(static_cast<int32_t>(random_.below(3))); }
  int local() { return chance(75) ? kLocal : kOther; }
  Range range() {
    if (chance(30)) return {kLocal, 2};
    return {local(), 1};
  }
  Instruction access(Instruction i) {
    if (plain_ && (i.code == Code::kRead || i.code == Code::kWrite) && chance(70)) return plain(i);
    return ordered(i, random_order(i.code, random_));
  }
  Instruction atomic(Instruction i) { return ordered(i, random_order(i.code, random_)); }

  void guarded(std::vector<Instruction> body, std::vector<Instruction>& out) {
    const bool locks = way_ == Way::kLock && chance(90);
    if (locks) out.push_back(on(Code::kLock, 0));
    out.insert(out.end(), body.begin(), body.end());
    if (locks) out.push_back(on(Code::kUnlock, 0));
  }

  std::vector<Instruction> owns() {
    std::vector<Instruction> out;
    if (chance(40)) out.push_back(access(write(local(), lit(1))));
    for (uint32_t rounds = chance(70) ? 1 : 2; rounds > 0; --rounds) {
      if (way_ == Way::kFlag && chance(80)) out.push_back(atomic(write(kFlag, lit(0))));
      const Range ended = range(), begun = chance(75) ? ended : range();
      std::vector<Instruction> ends = {end_life(ended.first, ended.count)};
      std::vector<Instruction> begins = {begin_life(begun.first, begun.count)};
      if (chance(60)) begins.push_back(access(write(begun.first, small())));
      else begins.insert(begins.end(), {atomic(read(1, begun.first)), write(kShown, reg(1))});  // what was left there
      if (chance(40)) {
        ends.insert(ends.end(), begins.begin(), begins.end());
        guarded(ends, out);
      } else {
        guarded(ends, out);
        if (chance(50)) out.push_back(atomic(chance(50) ? write(kShown, lit(1)) : read(0, kShown)));
        guarded(begins, out);
      }
      if (way_ == Way::kFlag && chance(80)) out.push_back(atomic(write(kFlag, lit(1))));
    }
    return out;
  }

  Instruction use(int r) {
    if (chance(15)) {
      Instruction both = plain(read(r, kLocal));
      both.code = Code::kReadBlock;
      both.count = 2;
      return both;
    }
    switch (random_.below(7)) {
      case 0:
      case 1: return access(write(local(), small()));
      case 2: return atomic(chance(50) ? read(r, kShown) : write(kShown, small()));
      case 3: return atomic(fetch_add(chance(50) ? r : -1, local(), lit(1)));
      case 4: return atomic(compare_exchange(r, local(), small(), small()));
      default: return access(read(r, local()));
    }
  }

  std::vector<Instruction> uses() {
    std::vector<Instruction> out;
    for (uint32_t n = 1 + random_.below(2); n > 0; --n) {
      std::vector<Instruction> body = {use(0)};
      if (chance(30)) body.push_back(use(1));
      if (chance(50))
        body.push_back(when(reg(0), chance(70) ? Compare::kEqual : Compare::kNotEqual, small(),
                            {atomic(write(kShown, chance(50) ? reg(0) : lit(2)))}));
      if (way_ == Way::kFlag && chance(85)) {
        out.push_back(atomic(read(3, kFlag)));
        body = {when(reg(3), Compare::kEqual, lit(1), body)};
      }
      guarded(body, out);
    }
    return out;
  }

  std::vector<Instruction> looks() {
    std::vector<Instruction> out = {read(0, local())};
    if (chance(50)) out.push_back(when(reg(0), Compare::kEqual, small(), {read(1, kShown)}));
    return out;
  }

  Random random_;
  Way way_ = Way::kLock;
  bool plain_ = false;
};

}  // namespace

Program generate_lives(uint64_t seed) { return Lives(seed).make(); }

}  // namespace heddle::model
