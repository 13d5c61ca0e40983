// Building programs by hand and printing them as data.
#include "model/program.h"

namespace heddle::model {
namespace {

constexpr const char* kCodeNames[] = {"set",        "add",           "mul",          "xor",
                                      "if",         "while",         "atomic",       "assert",
                                      "assume",     "create",        "join",         "read",
                                      "write",      "fetch-add",     "exchange",     "compare-exchange",
                                      "read-block", "write-block",   "await",        "end-life",
                                      "begin-life", "lock",          "try-lock",     "unlock",
                                      "read-lock",  "try-read-lock", "cond-wait",    "signal",
                                      "broadcast",  "sem-wait",      "sem-try-wait", "sem-post",
                                      "barrier",    "choose",        "input",        "fence",
                                      "yield"};
static_assert(sizeof kCodeNames / sizeof *kCodeNames == static_cast<int>(Code::kYield) + 1);
constexpr const char* kCompareNames[] = {"==", "!=", "<", ">"};

Instruction make(Code code) {
  Instruction i;
  i.code = code;
  return i;
}

Instruction conditional(Code code, Value a, Compare compare, Value b) {
  Instruction i = make(code);
  i.a = a;
  i.compare = compare;
  i.b = b;
  return i;
}

Instruction access(Code code, int target, int variable, Value a = {}, Value b = {}) {
  Instruction i = make(code);
  i.target = static_cast<int8_t>(target);
  i.object = static_cast<uint8_t>(variable);
  i.a = a;
  i.b = b;
  return i;
}

int count(const std::vector<Instruction>& body) {
  int n = 0;
  for (const Instruction& i : body) n += 1 + count(i.body);
  return n;
}

std::string text(Value v) { return (v.is_register ? "r" : "") + std::to_string(v.number); }

void print(const std::vector<Instruction>& body, int depth, std::string& out) {
  for (const Instruction& i : body) {
    out.append(static_cast<size_t>(depth) * 2, ' ');
    out += kCodeNames[static_cast<int>(i.code)];
    if (i.plain) out += " plain";
    if (i.indexed) out += " indexed";
    if (i.timed) out += " timed";
    if (i.order != 5) out += " order=" + std::to_string(i.order);
    out += " object=" + std::to_string(i.object);
    if (i.code == Code::kCondWait) out += " mutex=" + std::to_string(i.mutex);
    if (i.target >= 0) out += " target=r" + std::to_string(i.target);
    out += " a=" + text(i.a) + " " + kCompareNames[static_cast<int>(i.compare)] + " b=" + text(i.b);
    if (i.count) out += " count=" + std::to_string(i.count);
    out += "\n";
    print(i.body, depth + 1, out);
  }
}

std::string list(const char* what, const std::vector<int32_t>& values) {
  std::string out = what;
  for (int32_t v : values) out += " " + std::to_string(v);
  return out + "\n";
}

}  // namespace

Instruction set(int target, Value a) { return access(Code::kSet, target, 0, a); }
Instruction add(int target, Value a, Value b) { return access(Code::kAdd, target, 0, a, b); }
Instruction when(Value a, Compare compare, Value b, std::vector<Instruction> body) {
  Instruction i = conditional(Code::kIf, a, compare, b);
  i.body = std::move(body);
  return i;
}
Instruction loop(int count, Value a, Compare compare, Value b, std::vector<Instruction> body) {
  Instruction i = conditional(Code::kWhile, a, compare, b);
  i.count = static_cast<uint16_t>(count);
  i.body = std::move(body);
  return i;
}
Instruction forever(std::vector<Instruction> body) {
  return as_long_as(lit(0), Compare::kEqual, lit(0), std::move(body));
}
Instruction as_long_as(Value a, Compare compare, Value b, std::vector<Instruction> body) {
  return loop(kForever, a, compare, b, std::move(body));
}
Instruction atomically(std::vector<Instruction> body) {
  Instruction i = make(Code::kAtomic);
  i.body = std::move(body);
  return i;
}
Instruction repeat(int count, std::vector<Instruction> body) {
  return loop(count, lit(0), Compare::kEqual, lit(0), std::move(body));
}
Instruction check(Value a, Compare compare, Value b) { return conditional(Code::kAssert, a, compare, b); }
Instruction assume(Value a, Compare compare, Value b) { return conditional(Code::kAssume, a, compare, b); }
Instruction create(int thread) { return on(Code::kCreate, thread); }
Instruction join(int thread) { return on(Code::kJoin, thread); }
Instruction read(int target, int variable) { return access(Code::kRead, target, variable); }
Instruction write(int variable, Value a) { return access(Code::kWrite, -1, variable, a); }
Instruction fetch_add(int target, int variable, Value a) { return access(Code::kFetchAdd, target, variable, a); }
Instruction exchange(int target, int variable, Value a) { return access(Code::kExchange, target, variable, a); }
Instruction compare_exchange(int target, int variable, Value expected, Value desired) {
  return access(Code::kCompareExchange, target, variable, expected, desired);
}
Instruction await(int target, int variable, Compare compare, Value b) {
  Instruction i = access(Code::kAwait, target, variable, {}, b);
  i.compare = compare;
  return i;
}
Instruction end_life(int variable, int count) {
  Instruction i = plain(access(Code::kEndLife, -1, variable));
  i.count = static_cast<uint16_t>(count);
  return i;
}
Instruction begin_life(int variable, int count) {
  Instruction i = end_life(variable, count);
  i.code = Code::kBeginLife;
  return i;
}
Instruction on(Code code, int object, int target) { return access(code, target, object); }
Instruction cond_wait(int condition, int mutex) {
  Instruction i = on(Code::kCondWait, condition);
  i.mutex = static_cast<uint8_t>(mutex);
  return i;
}
Instruction choose(int target, int count) {
  Instruction i = on(Code::kChoose, 0, target);
  i.count = static_cast<uint16_t>(count);
  return i;
}
Instruction input(int target, int bits) {
  Instruction i = on(Code::kInput, 0, target);
  i.count = static_cast<uint16_t>(1 << bits);
  return i;
}
Instruction fence(int order) { return ordered(make(Code::kFence), order); }
Instruction ordered(Instruction access, int order) {
  access.order = static_cast<uint8_t>(order);
  return access;
}
Instruction plain(Instruction access) {
  access.plain = true;
  return access;
}

Program fork_join(std::vector<std::vector<Instruction>> workers, std::vector<Instruction> after) {
  Program p;
  p.threads.resize(workers.size() + 1);
  std::vector<Instruction>& main = p.threads[0].body;
  for (size_t t = 1; t <= workers.size(); ++t) {
    p.threads[t].body = std::move(workers[t - 1]);
    main.push_back(create(static_cast<int>(t)));
  }
  for (size_t t = 1; t <= workers.size(); ++t) main.push_back(join(static_cast<int>(t)));
  main.insert(main.end(), after.begin(), after.end());
  return p;
}

int size(const Program& program) {
  int n = 0;
  for (const Thread& t : program.threads) n += count(t.body);
  return n;
}

std::string to_text(const Program& program) {
  std::string out = list("variables", program.variables);
  out += "mutexes " + std::to_string(program.mutexes);
  if (program.recursive >= 0) out += ", recursive " + std::to_string(program.recursive);
  out += " conditions " + std::to_string(program.conditions) + "\n";
  out += list("semaphores", program.semaphores) + list("barriers", program.barriers);
  for (size_t t = 0; t < program.threads.size(); ++t) {
    out += "thread " + std::to_string(t) + (program.threads[t].gives ? " gives r0" : "");
    out += program.threads[t].like >= 0 ? " like " + std::to_string(program.threads[t].like) + "\n" : "\n";
    print(program.threads[t].body, 1, out);
  }
  return out;
}

}  // namespace heddle::model
