// See c_source.h.
#include "model/c_source.h"

namespace heddle::model {
namespace {

constexpr const char* kOperators[] = {"==", "!=", "<", ">"};
constexpr const char* kOrders[] = {"__ATOMIC_RELAXED", "__ATOMIC_CONSUME", "__ATOMIC_ACQUIRE",
                                   "__ATOMIC_RELEASE", "__ATOMIC_ACQ_REL", "__ATOMIC_SEQ_CST"};

std::string name(const char* what, int i) { return what + std::to_string(i); }
std::string text(Value v) { return v.is_register ? name("r", v.number) : std::to_string(v.number); }

bool any(const std::vector<Instruction>& body, auto&& predicate) {
  for (const Instruction& i : body)
    if (predicate(i) || any(i.body, predicate)) return true;
  return false;
}

class Printer {
 public:
  explicit Printer(const Program& program) : program_(program), shared_(static_cast<size_t>(program.mutexes)) {
    for (int m = 0; m < program.mutexes; ++m)
      shared_[static_cast<size_t>(m)] = uses([&](const Instruction& i) {
        return i.object == m && (i.code == Code::kReadLock || i.code == Code::kTryReadLock);
      });
  }

  std::string print() {
    head();
    globals();
    for (size_t t = 1; t < program_.threads.size(); ++t)
      out_ += "static void *" + name("t", static_cast<int>(t)) + "(void *);\n";
    for (size_t t = 1; t < program_.threads.size(); ++t) function(static_cast<int>(t));
    function(0);
    return std::move(out_);
  }

 private:
  bool uses(auto&& predicate) const {
    for (const Thread& t : program_.threads)
      if (any(t.body, predicate)) return true;
    return false;
  }
  bool uses_code(Code code) const {
    return uses([&](const Instruction& i) { return i.code == code; });
  }

  void head() {
    if (program_.recursive >= 0) out_ += "#define _GNU_SOURCE\n";
    out_ += "#include <assert.h>\n#include <pthread.h>\n#include <sched.h>\n#include <semaphore.h>\n";
    if (blocks_) out_ += "#include <string.h>\n";
    if (timed_) out_ += "#include <time.h>\n";
    if (uses_code(Code::kAtomic)) out_ += "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n";
    if (uses_code(Code::kAssume) || uses_code(Code::kChoose) || uses_code(Code::kInput))
      out_ += "#include <heddle/heddle.h>\n";
  }

  void globals() {
    if (timed_) out_ += "static const struct timespec late = {1, 0};\n";
    if (blocks_) {
      out_ += "struct { _Alignas(8) int n; } cells[] = {";
      for (int32_t value : program_.variables) out_ += "{" + std::to_string(value) + "}, ";
      out_ += "};\n";
    }
    for (size_t i = 0; i < program_.variables.size() && !blocks_; ++i)
      out_ += "int " + name("v", static_cast<int>(i)) + " = " + std::to_string(program_.variables[i]) + ";\n";
    for (int i = 0; i < program_.mutexes; ++i)
      out_ += shared_[static_cast<size_t>(i)]
                  ? "pthread_rwlock_t " + name("m", i) + " = PTHREAD_RWLOCK_INITIALIZER;\n"
                  : "pthread_mutex_t " + name("m", i) + " = PTHREAD_" +
                        (i == program_.recursive ? "RECURSIVE_MUTEX_INITIALIZER_NP;\n" : "MUTEX_INITIALIZER;\n");
    for (int i = 0; i < program_.conditions; ++i)
      out_ += "pthread_cond_t " + name("c", i) + " = PTHREAD_COND_INITIALIZER;\n";
    if (program_.semaphores.empty() && program_.barriers.empty()) return;
    std::string setup;
    for (size_t i = 0; i < program_.semaphores.size(); ++i) {
      out_ += "sem_t " + name("s", static_cast<int>(i)) + ";\n";
      setup +=
          "  sem_init(&" + name("s", static_cast<int>(i)) + ", 0, " + std::to_string(program_.semaphores[i]) + ");\n";
    }
    for (size_t i = 0; i < program_.barriers.size(); ++i) {
      out_ += "pthread_barrier_t " + name("b", static_cast<int>(i)) + ";\n";
      setup += "  pthread_barrier_init(&" + name("b", static_cast<int>(i)) + ", 0, " +
               std::to_string(program_.barriers[i]) + ");\n";
    }
    out_ += "__attribute__((constructor)) static void setup(void) {\n" + setup + "}\n";
  }

  void function(int t) {
    const std::vector<Instruction>& body = program_.threads[static_cast<size_t>(t)].body;
    out_ += t == 0 ? "int main(void) {\n" : "static void *" + name("t", t) + "(void *argument) {\n";
    for (size_t u = 1; u < program_.threads.size(); ++u)
      if (any(body, [&](const Instruction& i) { return i.code == Code::kCreate && i.object == u; }))
        out_ += "  pthread_t " + name("h", static_cast<int>(u)) + ";\n";
    const bool given =
        uses([&](const Instruction& i) { return i.code == Code::kCreate && i.object == t && i.a != lit(0); });
    out_ += std::string("  int r0 = ") + (given ? "(int)(long)argument" : "0") + ", r1 = 0, r2 = 0, r3 = 0;\n";
    out_ += "  (void)r0; (void)r1; (void)r2; (void)r3;\n";
    if (t != 0 && !given) out_ += "  (void)argument;\n";
    block(body, 1);
    out_ += program_.threads[static_cast<size_t>(t)].gives ? "  return (void *)(long)r0;\n}\n" : "  return 0;\n}\n";
  }

  void block(const std::vector<Instruction>& body, int depth) {
    for (const Instruction& i : body) {
      out_.append(static_cast<size_t>(depth) * 2, ' ');
      out_ += statement(i, depth) + "\n";
      if (i.code != Code::kIf && i.code != Code::kWhile && i.code != Code::kAtomic) continue;
      block(i.body, depth + 1);
      out_.append(static_cast<size_t>(depth) * 2, ' ');
      out_ += i.code == Code::kAtomic ? "__VERIFIER_atomic_end();\n" : "}\n";
    }
  }

  std::string statement(const Instruction& i, int depth) const {
    const std::string condition = text(i.a) + " " + kOperators[static_cast<int>(i.compare)] + " " + text(i.b);
    const std::string to = i.target >= 0 ? name("r", i.target) + " = " : "(void)";
    const std::string v = i.indexed ? place(i) : variable(i.object);
    const auto computed = [&](const char* op) {
      return to + "(int)((unsigned)" + text(i.a) + op + "(unsigned)" + text(i.b) + ");";
    };
    const std::string order = kOrders[i.order];
    const std::string m = name("m", i.object);
    const std::string lock = i.object < shared_.size() && shared_[i.object] ? "pthread_rwlock_" : "pthread_mutex_";
    const std::string exclusive = lock == "pthread_rwlock_" ? "wrlock" : "lock";
    switch (i.code) {
      case Code::kSet: return to + text(i.a) + ";";
      case Code::kAdd: return computed(" + ");
      case Code::kMul: return computed(" * ");
      case Code::kXor: return computed(" ^ ");
      case Code::kIf: return "if (" + condition + ") {";
      case Code::kWhile: {
        const std::string k = name("i", depth);
        return "for (int " + k + " = 0; " + k + " < " + std::to_string(i.count) + " && " + condition + "; ++" + k +
               ") {";
      }
      case Code::kAtomic: return "__VERIFIER_atomic_begin();";
      case Code::kAssert: return "assert(" + condition + ");";
      case Code::kAssume: return "heddle_assume(" + condition + ");";
      case Code::kCreate:
        return "pthread_create(&" + name("h", i.object) + ", 0, " + name("t", i.object) + ", " +
               (i.a == lit(0) ? "0" : "(void *)(long)" + text(i.a)) + ");";
      case Code::kJoin:
        if (i.target < 0) return "pthread_join(" + name("h", i.object) + ", 0);";
        return "{ void *got; pthread_join(" + name("h", i.object) + ", &got); " + name("r", i.target) +
               " = (int)(long)got; }";
      case Code::kReadBlock: {
        std::string sum;
        for (int n = 0; n < i.count; ++n) sum += (n ? " + c[" : "c[") + std::to_string(n) + "].n";
        return to + "({ __typeof__(*cells) c[" + std::to_string(i.count) + "]; memcpy(c, &cells[" +
               std::to_string(i.object) + "], sizeof c); " + sum + "; });";
      }
      case Code::kWriteBlock: {
        std::string all;
        for (int n = 0; n < i.count; ++n) all += (n ? ", {" : "{") + text(i.a) + "}";
        return "memcpy(&cells[" + std::to_string(i.object) + "], (__typeof__(*cells)[]){" + all + "}, " +
               std::to_string(8 * i.count) + ");";
      }
      case Code::kEndLife:
      case Code::kBeginLife:
        return std::string("/* the life of ") + std::to_string(i.count) + " from " + variable(i.object) +
               (i.code == Code::kEndLife ? " on ends */" : " on begins */");
      case Code::kRead:
        return to + (i.plain ? "*(volatile int *)" + v : "__atomic_load_n(" + v + ", " + order + ")") + ";";
      case Code::kWrite:
        return i.plain ? "*(volatile int *)" + v + " = " + text(i.a) + ";"
                       : "__atomic_store_n(" + v + ", " + text(i.a) + ", " + order + ");";
      case Code::kFetchAdd: return to + "__atomic_fetch_add(" + v + ", " + text(i.a) + ", " + order + ");";
      case Code::kExchange: return to + "__atomic_exchange_n(" + v + ", " + text(i.a) + ", " + order + ");";
      case Code::kCompareExchange:
        return to + "({ int e = " + text(i.a) + "; __atomic_compare_exchange_n(" + v + ", &e, " + text(i.b) + ", 0, " +
               order + ", " + kOrders[failure_order(i.order)] + "); e; });";
      case Code::kAwait: {
        const std::string result = i.target >= 0 ? " " + name("r", i.target) + " = got;" : "";
        return "for (;;) { int got = __atomic_load_n(" + v + ", " + order + "); if (got " +
               kOperators[static_cast<int>(i.compare)] + " " + text(i.b) + ") {" + result + " break; } }";
      }
      case Code::kLock:
        if (i.timed) return to + "(" + lock + "timed" + exclusive + "(&" + m + ", &late) == 0);";
        return lock + exclusive + "(&" + m + ");";
      case Code::kTryLock: return to + "(" + lock + "try" + exclusive + "(&" + m + ") == 0);";
      case Code::kUnlock:
        return (i.target >= 0 ? to + "(" : "") + lock + "unlock(&" + m + ")" + (i.target >= 0 ? " == 0);" : ";");
      case Code::kReadLock:
        if (i.timed) return to + "(pthread_rwlock_timedrdlock(&" + m + ", &late) == 0);";
        return "pthread_rwlock_rdlock(&" + m + ");";
      case Code::kTryReadLock: return to + "(pthread_rwlock_tryrdlock(&" + m + ") == 0);";
      case Code::kCondWait:
        if (i.timed)
          return to + "(pthread_cond_timedwait(&" + name("c", i.object) + ", &" + name("m", i.mutex) +
                 ", &late) == 0);";
        return "pthread_cond_wait(&" + name("c", i.object) + ", &" + name("m", i.mutex) + ");";
      case Code::kSignal: return "pthread_cond_signal(&" + name("c", i.object) + ");";
      case Code::kBroadcast: return "pthread_cond_broadcast(&" + name("c", i.object) + ");";
      case Code::kSemWait:
        if (i.timed) return to + "(sem_timedwait(&" + name("s", i.object) + ", &late) == 0);";
        return "sem_wait(&" + name("s", i.object) + ");";
      case Code::kSemTryWait: return to + "(sem_trywait(&" + name("s", i.object) + ") == 0);";
      case Code::kSemPost: return "sem_post(&" + name("s", i.object) + ");";
      case Code::kBarrier:
        if (i.target < 0) return "pthread_barrier_wait(&" + name("b", i.object) + ");";
        return to + "(pthread_barrier_wait(&" + name("b", i.object) + ") != 0); __asm__ volatile(\"\" : : \"r\"(" +
               name("r", i.target) + "));";  // so that it is looked at
      case Code::kInput:
        return to + "heddle_input_4(\"" + name("r", i.target) + "\"); heddle_assume((unsigned)" + name("r", i.target) +
               " < " + std::to_string(i.count) + ");";
      case Code::kChoose: return to + "heddle_choose(" + std::to_string(i.count) + ");";
      case Code::kFence: return "__atomic_thread_fence(" + order + ");";
      case Code::kYield: return "sched_yield();";
    }
    return ";";
  }

  const Program& program_;
  // Variables that are accessed together stand together.
  std::string variable(int i) const { return blocks_ ? "&cells[" + std::to_string(i) + "].n" : "&" + name("v", i); }

  std::string place(const Instruction& i) const {
    std::string all;
    for (size_t v = 0; v < program_.variables.size(); ++v) all += (v ? ", " : "") + variable(static_cast<int>(v));
    return "((int *[]){" + all + "})[(" + std::to_string(i.object) + "u + (unsigned)" + text(i.b) + ") % " +
           std::to_string(program_.variables.size()) + "]";
  }

  std::vector<bool> shared_;  // per mutex: somebody locks it for reading
  bool timed_ = uses([](const Instruction& i) { return i.timed; });
  bool blocks_ = uses_code(Code::kReadBlock) || uses_code(Code::kWriteBlock);
  std::string out_;
};

}  // namespace

std::string to_c(const Program& program) { return Printer(program).print(); }

}  // namespace heddle::model
