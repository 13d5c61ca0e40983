// Programs with threads that ask something, do one thing or another, and forget which: in another part of their code they go on as they
// would have in any case. What is left of it is in a variable that nobody else uses, in a register, or nowhere.
#include "base/hash.h"
#include "model/generate.h"

namespace heddle::model {
namespace {

class Forgetful {
 public:
  explicit Forgetful(uint64_t seed) : random_(mix(seed, 0x666f72676574)) {}

  Program make() {
    std::vector<std::vector<Instruction>> bodies = {forgets(kOwn)};
    bodies.push_back(chance(30) ? forgets(kOwn + 1) : changes());
    if (chance(60)) bodies.push_back(asks());
    Program p = fork_join(std::move(bodies), chance(50) ? asks() : std::vector<Instruction>{});
    p.variables.assign(kOwn + 2, 0);
    p.mutexes = 1;
    return p;
  }

 private:
  // Variables: what is asked first, what is written in the end, one that nobody looks at, and one for each forgetful thread.
  enum : int { kAsked, kShown, kUnseen, kOwn };

  bool chance(uint32_t percent) { return random_.below(100) < percent; }
  Value small() { return lit(static_cast<int32_t>(random_.below(3))); }
  Compare compare() { return chance(70) ? Compare::kEqual : Compare::kNotEqual; }

  std::vector<Instruction> forgets(int own) {
    std::vector<Instruction> out;
    if (chance(50)) out.push_back(read(1, chance(50) ? kShown : kAsked));
    for (uint32_t rounds = 1 + random_.below(2); rounds > 0; --rounds) {
      out.push_back(read(0, kAsked));
      out.push_back(when(reg(0), compare(), small(), {does(own)}));
    }
    if (chance(30)) out.insert(out.end(), {on(Code::kLock, 0), on(Code::kUnlock, 0)});
    if (chance(60)) {
      out.push_back(read(2, own));
      out.push_back(write(kShown, reg(2)));
    } else {
      out.push_back(write(kShown, reg(1)));
    }
    if (chance(20)) out.push_back(write(kUnseen, lit(1)));
    return out;
  }
  Instruction does(int own) {
    if (chance(60)) return write(own, chance(90) ? lit(1) : reg(0));
    return chance(70) ? add(1, reg(1), lit(1)) : write(kUnseen, lit(2));
  }
  std::vector<Instruction> changes() {
    std::vector<Instruction> out = {write(kAsked, lit(1))};
    if (chance(60)) out.push_back(write(kAsked, small()));
    if (chance(30)) out.push_back(write(kShown, lit(2)));
    return out;
  }
  std::vector<Instruction> asks() {
    std::vector<Instruction> out = {read(2, chance(50) ? kShown : kAsked)};
    if (chance(50)) out.push_back(when(reg(2), compare(), small(), {write(kUnseen, lit(1))}));
    std::vector<Instruction> inner = {chance(40) ? write(kAsked, small()) : write(kUnseen, lit(3))};
    if (chance(30)) inner = {check(reg(2), Compare::kNotEqual, small())};
    out.push_back(read(0, kShown));
    out.push_back(when(reg(0), compare(), small(), inner));
    return out;
  }

  Random random_;
};

}  // namespace

Program generate_forgetful(uint64_t seed) { return Forgetful(seed).make(); }

}  // namespace heddle::model
