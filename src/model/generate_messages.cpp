// Programs about one thing: does what hands the data over order the accesses to it? In random programs the same pair of
// accesses nearly always races in some other interleaving; here each access stands behind what it waits for.
#include "model/generate.h"
#include "model/orders.h"

namespace heddle::model {
namespace {

// Draws programs of messages: each thread publishes, takes or passes on.
class Messages {
 public:
  explicit Messages(uint64_t seed) : random_(mix(seed, 2)) {}

  Program make() {
    const int workers = chance(60) ? 2 : 3;
    const uint32_t way = random_.below(10);
    std::vector<std::vector<Instruction>> bodies(static_cast<size_t>(workers));
    for (int w = 0; w < workers; ++w) {
      std::vector<Instruction>& body = bodies[static_cast<size_t>(w)];
      const int kind = w == 0 ? 0 : w == 1 ? 1 : static_cast<int>(random_.below(3));
      switch (way) {
        case 0: by_semaphore(kind, body); break;
        case 1: by_barrier(body); break;
        case 2: by_condition(kind, body); break;
        case 3: by_shared_lock(kind, body); break;
        default: by_flag(kind, body); break;
      }
    }
    Program p = fork_join(std::move(bodies), chance(30) ? std::vector{data()} : std::vector<Instruction>{});
    p.variables = {0, 0, 0};
    p.mutexes = p.conditions = 1;
    p.semaphores = {0};
    p.barriers = {workers};
    if (workers == 3 && chance(40)) add_twin(p);
    return p;
  }

 private:
  bool chance(uint32_t percent) { return random_.below(100) < percent; }
  int flag() { return chance(70) ? 1 : 2; }
  Instruction atomic(Instruction i) { return ordered(i, random_order(i.code, random_)); }
  void maybe_fence(std::vector<Instruction>& out) {
    if (chance(35)) out.push_back(fence(random_order(Code::kFence, random_)));
  }
  Instruction data() { return plain(chance(50) ? read(1, 0) : write(0, lit(7))); }
  Instruction send(int f) {
    switch (random_.below(4)) {
      case 0: return atomic(fetch_add(-1, f, lit(1)));
      case 1: return atomic(exchange(-1, f, lit(1)));
      default: return atomic(write(f, lit(1)));
    }
  }
  Instruction receive(int f) {
    switch (random_.below(5)) {
      case 0: return atomic(await(0, f, Compare::kNotEqual, lit(0)));
      case 1: return atomic(fetch_add(0, f, lit(0)));
      case 2: return atomic(compare_exchange(0, f, lit(1), lit(1)));
      default: return atomic(read(0, f));
    }
  }

  // The last thread does what an earlier one does. Main may do something before it creates that, and afterwards.
  void add_twin(Program& p) {
    const int like = chance(50) ? 1 : 2;
    p.threads[3].body = p.threads[static_cast<size_t>(like)].body;
    p.threads[3].like = like;
    std::vector<Instruction>& main = p.threads[0].body;
    if (chance(40)) main.insert(main.begin() + 3, data());
    switch (random_.below(5)) {
      case 0: main.insert(main.begin() + 2, data()); break;
      case 1: main.insert(main.begin() + 2, send(1)); break;
      case 2: main.insert(main.begin() + 2, {atomic(await(0, 1, Compare::kNotEqual, lit(0))), fence(2)}); break;
      case 3: main.insert(main.begin() + 2, on(Code::kSemWait, 0)); break;
      default: break;
    }
  }

  void by_flag(int kind, std::vector<Instruction>& out) {
    if (kind == 0) publish(out);
    if (kind == 1) take(out);
    if (kind == 2) pass_on(out);
  }
  void by_semaphore(int kind, std::vector<Instruction>& out) {
    if (kind == 0) out.push_back(data());
    if (kind != 0 && chance(70)) {
      out.push_back(on(Code::kSemWait, 0));
      if (kind == 1) out.push_back(data());
    } else if (kind != 0) {
      out.push_back(on(Code::kSemTryWait, 0, 0));
      out.push_back(when(reg(0), Compare::kEqual, lit(1), {data()}));
    }
    if (kind != 1) out.push_back(on(Code::kSemPost, 0));
    if (chance(15)) out.push_back(data());
  }
  void by_barrier(std::vector<Instruction>& out) {
    const bool early = chance(40);
    if (early) out.push_back(data());
    out.push_back(on(Code::kBarrier, 0));
    if (!early) out.push_back(data());
  }
  void by_condition(int kind, std::vector<Instruction>& out) {
    const bool locked = kind == 1 || chance(50);
    if (kind != 1) out.push_back(data());
    if (locked) out.push_back(on(Code::kLock, 0));
    out.push_back(kind == 1 ? cond_wait(0, 0) : on(kind == 0 ? Code::kSignal : Code::kBroadcast, 0));
    if (locked) out.push_back(on(Code::kUnlock, 0));
    if (kind == 1) out.push_back(data());
  }
  // A flag says who was first, so that readers cannot hold the lock together.
  void by_shared_lock(int kind, std::vector<Instruction>& out) {
    std::vector<Instruction> section = {on(chance(70) ? Code::kReadLock : Code::kLock, 0), data(),
                                        on(Code::kUnlock, 0)};
    if (kind != 0) out.push_back(receive(1));
    if (kind != 0) section = {when(reg(0), Compare::kNotEqual, lit(0), std::move(section))};
    out.insert(out.end(), section.begin(), section.end());
    if (kind == 0) out.push_back(send(1));
  }

  void publish(std::vector<Instruction>& out) {
    const int f = flag();
    out.push_back(data());
    maybe_fence(out);
    out.push_back(send(f));
    if (chance(30)) out.push_back(send(f));
    if (chance(15)) out.push_back(data());
  }
  void take(std::vector<Instruction>& out) {
    out.push_back(receive(flag()));
    std::vector<Instruction> inner;
    maybe_fence(inner);
    inner.push_back(data());
    out.push_back(when(reg(0), Compare::kNotEqual, lit(0), std::move(inner)));
  }
  void pass_on(std::vector<Instruction>& out) {
    out.push_back(receive(1));
    std::vector<Instruction> inner;
    maybe_fence(inner);
    inner.push_back(send(chance(70) ? 2 : 1));
    out.push_back(chance(70) ? when(reg(0), Compare::kNotEqual, lit(0), std::move(inner)) : inner.back());
  }

  Random random_;
};

}  // namespace

Program generate_messages(uint64_t seed) { return Messages(seed).make(); }

}  // namespace heddle::model
