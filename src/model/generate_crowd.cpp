// Programs about one thing: a few equal threads, some with inputs, compute with what they read, and somebody asks about the
// result. Which answers there are hangs on inputs and on the order at once.
#include "base/hash.h"
#include "model/generate.h"

namespace heddle::model {
namespace {

class Crowd {
 public:
  explicit Crowd(uint64_t seed) : random_(mix(seed, 0x63726f7764)) {}

  Program make() {
    locked_ = chance(20);
    const int equal = chance(70) ? 2 : 3;
    std::vector<std::vector<Instruction>> bodies;
    if (chance(70)) bodies.push_back(equal == 3 ? asks() : chance(40) ? loops() : asks());
    const std::vector<Instruction> same = computes(equal == 2);
    const size_t first = bodies.size() + 1;
    for (int k = 0; k < equal; ++k) bodies.push_back(same);
    Program p = fork_join(std::move(bodies), chance(60) ? questions(0) : std::vector<Instruction>{});
    for (size_t k = first + 1; k < first + static_cast<size_t>(equal); ++k) p.threads[k].like = static_cast<int>(first);
    p.variables = {static_cast<int32_t>(random_.below(2)), 0};
    p.mutexes = 1;
    return p;
  }

 private:
  bool chance(uint32_t percent) { return random_.below(100) < percent; }
  Value small() { return lit(static_cast<int32_t>(random_.below(4))); }
  Compare compare() { return static_cast<Compare>(random_.below(4)); }

  // v0, or v1, is read, and what was computed with it is written.
  std::vector<Instruction> update(bool by_input) {
    const int v = chance(80) ? 0 : 1;
    std::vector<Instruction> out;
    if (locked_) out.push_back(on(Code::kLock, 0));
    if (chance(15)) {
      out.push_back(fetch_add(chance(50) ? 2 : -1, v, lit(1)));
    } else {
      out.push_back(read(1, v));
      out.push_back(add(1, reg(1), by_input && chance(30) ? reg(0) : lit(1)));
      out.push_back(write(v, reg(1)));
    }
    if (locked_) out.push_back(on(Code::kUnlock, 0));
    return out;
  }
  std::vector<Instruction> computes(bool large) {
    const bool receives = chance(60);
    std::vector<Instruction> out;
    if (receives) out.push_back(input(0, 2));
    if (receives && chance(20)) out.push_back(assume(reg(0), compare(), small()));
    if (receives && chance(75)) out.push_back(when(reg(0), compare(), small(), update(true)));
    else out = joined(out, update(receives));
    if (large && !receives && chance(30)) out = joined(out, update(false));
    return out;
  }
  // A loop whose rounds an input counts.
  std::vector<Instruction> loops() {
    return {input(3, 2), loop(2, reg(3), Compare::kNotEqual, lit(0), joined(update(false), {add(3, reg(3), lit(-1))}))};
  }
  std::vector<Instruction> asks() {
    std::vector<Instruction> out;
    if (chance(50)) out.push_back(write(0, small()));
    return joined(out, questions(2));
  }
  std::vector<Instruction> questions(int r) {
    std::vector<Instruction> inner = {check(reg(r), chance(50) ? Compare::kEqual : Compare::kNotEqual, small())};
    if (chance(30)) inner = {read(3, 1), check(reg(3), Compare::kNotEqual, small())};
    if (chance(20)) inner = {write(1, lit(2))};
    return {read(r, 0), when(reg(r), compare(), lit(static_cast<int32_t>(random_.below(5))), inner)};
  }
  static std::vector<Instruction> joined(std::vector<Instruction> a, const std::vector<Instruction>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }

  Random random_;
  bool locked_ = false;
};

}  // namespace

Program generate_crowd(uint64_t seed) { return Crowd(seed).make(); }

}  // namespace heddle::model
