// The generator. Each program is drawn with its own mix of features, so that most programs are about one or
// two kinds of synchronisation and interact closely, instead of containing a little of everything.
#include "model/generate.h"

#include "base/hash.h"
#include "model/extras.h"
#include "model/orders.h"

namespace heddle::model {
namespace {

class Generator {
 public:
  Generator(uint64_t seed, const GenerateOptions& options) : random_(mix(seed)), options_(options) {}

  Program make() {
    const int workers = options_.workers ? options_.workers : 2 + (chance(40) ? 1 + (chance(25) ? 1 : 0) : 0);
    const int size = options_.size ? options_.size : workers == 2 ? 5 : workers == 3 ? 3 : 2;
    const int variables = 1 + below(3);
    for (int i = 0; i < variables; ++i) p_.variables.push_back(chance(20) ? 1 : 0);
    draw_features(workers);
    std::vector<std::vector<Instruction>> bodies;
    for (int w = 0; w < workers; ++w) {
      budget_ = size;
      bodies.push_back(block(2));
    }
    assemble(std::move(bodies));
    return std::move(p_);
  }

 private:
  int below(int n) { return static_cast<int>(random_.below(static_cast<uint32_t>(n))); }
  bool chance(int percent) { return below(100) < percent; }
  int variable() { return below(static_cast<int>(p_.variables.size())); }
  int target() { return chance(25) ? -1 : below(3); }
  Value operand() { return chance(30) ? reg(below(3)) : lit(below(3)); }
  Compare compare() { return static_cast<Compare>(below(4)); }

  void draw_features(int workers) {
    if (options_.locks && chance(50)) p_.mutexes = 1 + below(2);
    shared_lock_ = options_.shared_locks && p_.mutexes > 0 && chance(20) ? p_.mutexes - 1 : -1;
    if (options_.conditions && p_.mutexes > 0 && shared_lock_ != 0 && chance(40)) p_.conditions = 1;
    if (options_.semaphores && chance(20)) p_.semaphores.push_back(below(3));
    if (options_.barriers && chance(12)) p_.barriers.push_back(chance(70) ? workers : 2);
    plain_ = options_.plain && chance(30);
    awaits_ = options_.awaits && chance(15);
    choices_ = options_.choices && chance(15);
    checks_ = options_.checks && chance(25);
  }

  std::vector<Instruction> block(int depth) {
    std::vector<Instruction> body;
    while (budget_ > 0) statement(depth, body);
    return body;
  }

  // A short block that costs part of the budget.
  std::vector<Instruction> inner(int depth) {
    std::vector<Instruction> body;
    for (int n = 1 + below(2); n > 0 && budget_ > 0; --n) statement(depth, body);
    if (body.empty()) body.push_back(access());
    return body;
  }

  Instruction access() {
    --budget_;
    const int v = variable();
    switch (below(8)) {
      case 0:
      case 1:
      case 2: {
        Instruction i = read(below(3), v);
        i.plain = plain_ && chance(70);
        return i;
      }
      case 3:
      case 4: {
        Instruction i = write(v, operand());
        i.plain = plain_ && chance(70);
        return i;
      }
      case 5: return fetch_add(target(), v, lit(1 + below(2)));
      case 6: return exchange(target(), v, operand());
      default: return compare_exchange(target(), v, lit(below(2)), operand());
    }
  }

  void statement(int depth, std::vector<Instruction>& out) {
    const int kind = below(100);
    if (kind < 12 && depth > 0) {
      out.push_back(when(reg(below(3)), compare(), lit(below(2)), inner(depth - 1)));
    } else if (kind < 16 && depth > 0) {
      out.push_back(chance(50) ? repeat(2, inner(0)) : loop(2, reg(below(3)), compare(), lit(below(2)), inner(0)));
      --budget_;
    } else if (kind < 40 && p_.mutexes > 0) {
      locked(depth, out);
    } else if (kind < 52 && !p_.semaphores.empty()) {
      --budget_;
      static constexpr Code kOps[] = {Code::kSemPost, Code::kSemWait, Code::kSemTryWait};
      const Code op = kOps[below(3)];
      out.push_back(on(op, 0, op == Code::kSemTryWait ? target() : -1));
    } else if (kind < 58 && !p_.barriers.empty()) {
      --budget_;
      out.push_back(on(Code::kBarrier, 0, chance(30) ? target() : -1));
    } else if (kind < 64 && awaits_) {
      --budget_;
      out.push_back(await(target(), variable(), compare(), lit(below(2))));
    } else if (kind < 70 && choices_) {
      --budget_;
      out.push_back(choose(below(3), 2 + below(2)));
    } else if (kind < 76 && checks_) {
      const int r = below(3);
      out.push_back(chance(70) ? check(reg(r), Compare::kNotEqual, lit(1 + below(2)))
                               : assume(reg(r), Compare::kNotEqual, lit(1 + below(2))));
    } else if (kind < 78) {
      out.push_back(add(below(3), reg(below(3)), lit(1)));
    } else {
      out.push_back(access());
    }
  }

  void locked(int depth, std::vector<Instruction>& out) {
    const int m = below(p_.mutexes);
    --budget_;
    if (chance(20)) {
      const int r = below(3);
      std::vector<Instruction> body = inner(0);
      body.push_back(on(Code::kUnlock, m));
      out.push_back(on(m == shared_lock_ && chance(50) ? Code::kTryReadLock : Code::kTryLock, m, r));
      out.push_back(when(reg(r), Compare::kEqual, lit(1), std::move(body)));
      return;
    }
    if (p_.conditions > 0 && m != shared_lock_ && chance(60)) {
      conditional(m, out);
      return;
    }
    out.push_back(on(m == shared_lock_ && chance(60) ? Code::kReadLock : Code::kLock, m));
    if (depth > 0 && p_.mutexes > 1 && chance(35)) {
      const int other = 1 - m;
      out.push_back(on(Code::kLock, other));
      out.push_back(access());
      out.push_back(on(Code::kUnlock, other));
    } else {
      for (Instruction& i : inner_unlocked()) out.push_back(std::move(i));
    }
    out.push_back(on(Code::kUnlock, m));
  }

  std::vector<Instruction> inner_unlocked() {
    std::vector<Instruction> body;
    for (int n = 1 + below(2); n > 0; --n) body.push_back(access());
    return body;
  }

  // Waiting for, or announcing, a change of a variable under mutex m.
  void conditional(int m, std::vector<Instruction>& out) {
    const int v = variable();
    const Code announce = chance(70) ? Code::kSignal : Code::kBroadcast;
    switch (below(4)) {
      case 0:
        out.push_back(on(Code::kLock, m));
        out.push_back(read(3, v));
        out.push_back(when(reg(3), Compare::kEqual, lit(0), {cond_wait(0, m)}));
        out.push_back(on(Code::kUnlock, m));
        budget_ -= 2;
        break;
      case 1:
        out.push_back(on(Code::kLock, m));
        out.push_back(cond_wait(0, m));
        out.push_back(on(Code::kUnlock, m));
        --budget_;
        break;
      case 2:
        out.push_back(on(Code::kLock, m));
        out.push_back(write(v, lit(1)));
        out.push_back(on(announce, 0));
        out.push_back(on(Code::kUnlock, m));
        budget_ -= 2;
        break;
      default: out.push_back(on(announce, 0)); break;
    }
  }

  void assemble(std::vector<std::vector<Instruction>> bodies) {
    const bool nested = options_.nested && bodies.size() > 1 && chance(15);
    const bool leave_one = options_.nested && chance(8);
    p_.threads.resize(bodies.size() + 1);
    std::vector<Instruction>& main = p_.threads[0].body;
    const int last = static_cast<int>(bodies.size());
    for (int t = 1; t <= last; ++t) {
      p_.threads[static_cast<size_t>(t)].body = std::move(bodies[static_cast<size_t>(t - 1)]);
      if (nested && t == last) {
        std::vector<Instruction>& first = p_.threads[1].body;
        first.insert(first.begin() + below(static_cast<int>(first.size()) + 1), create(last));
        if (chance(70)) first.push_back(join(last));
      } else {
        main.push_back(create(t));
      }
    }
    budget_ = 1;
    if (chance(25)) main.push_back(access());
    for (int t = 1; t <= last; ++t)
      if (!(nested && t == last) && !(leave_one && t == 1)) main.push_back(join(t));
    if (checks_ || chance(20)) {
      main.push_back(read(0, variable()));
      if (checks_) main.push_back(check(reg(0), compare(), lit(below(3))));
    }
  }

  Random random_;
  const GenerateOptions& options_;
  Program p_;
  int budget_ = 0;        // events the current thread may still get
  int shared_lock_ = -1;  // the mutex that is a reader-writer lock
  bool plain_ = false, awaits_ = false, choices_ = false, checks_ = false;
};

}  // namespace

Program generate(uint64_t seed, const GenerateOptions& options) {
  Program program = Generator(seed, options).make();
  if (options.arithmetic) add_arithmetic(program, seed);
  if (options.inputs) add_inputs(program, seed);
  if (options.blocks) add_blocks(program, seed);
  if (options.recursion) add_recursion(program, seed);
  if (options.deadlines) add_deadlines(program, seed);
  if (options.arguments) add_arguments(program, seed);
  if (options.sections) add_sections(program, seed);
  if (options.twins) add_twins(program, seed);
  if (options.orders) weaken_orders(program, seed);
  return program;
}

}  // namespace heddle::model
