// See extras.h.
#include "model/extras.h"

#include <algorithm>
#include <iterator>

#include "base/hash.h"

namespace heddle::model {
namespace {

using Body = std::vector<Instruction>;

void make_blocks(Body& body, int variables, Random& random) {
  for (Instruction& i : body) {
    make_blocks(i.body, variables, random);
    if ((i.code != Code::kRead && i.code != Code::kWrite) || random.below(2) == 0 || i.indexed) continue;
    i.code = i.code == Code::kRead ? Code::kReadBlock : Code::kWriteBlock;
    i.plain = true;
    i.object = static_cast<uint8_t>(random.below(static_cast<uint32_t>(variables - 1)));
    i.count = static_cast<uint16_t>(2 + random.below(static_cast<uint32_t>(variables - i.object - 1)));
  }
}

// From a lock up to its unlock: what is between happens only if the lock was had.
void make_deadlines(Body& body, Random& random) {
  for (size_t at = 0; at < body.size(); ++at) {
    make_deadlines(body[at].body, random);
    const bool lock = body[at].code == Code::kLock || body[at].code == Code::kReadLock;
    if ((!lock && body[at].code != Code::kSemWait && body[at].code != Code::kCondWait) || random.below(2) == 0)
      continue;
    const uint8_t object = body[at].object;
    size_t end = at + 1;
    while (lock && end < body.size() && !(body[end].code == Code::kUnlock && body[end].object == object)) ++end;
    if (lock && end == body.size()) continue;
    body[at].timed = true;
    body[at].target = 3;
    if (!lock) continue;
    Body inside(std::make_move_iterator(body.begin() + static_cast<std::ptrdiff_t>(at) + 1),
                std::make_move_iterator(body.begin() + static_cast<std::ptrdiff_t>(end) + 1));
    body.erase(body.begin() + static_cast<std::ptrdiff_t>(at) + 1, body.begin() + static_cast<std::ptrdiff_t>(end) + 1);
    body.insert(body.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                when(reg(3), Compare::kEqual, lit(1), std::move(inside)));
  }
}

bool uses_otherwise(const Body& body, int mutex) {
  return std::ranges::any_of(body, [&](const Instruction& i) {
    const bool reads = (i.code == Code::kReadLock || i.code == Code::kTryReadLock) && i.object == mutex;
    return reads || (i.code == Code::kCondWait && i.mutex == mutex) || uses_otherwise(i.body, mutex);
  });
}

void make_recursive(Body& body, int mutex, Random& random) {
  for (size_t at = 0; at < body.size(); ++at) {
    make_recursive(body[at].body, mutex, random);
    const bool lock = body[at].code == Code::kLock && body[at].object == mutex;
    if (random.below(100) >= (lock ? 60 : 15)) continue;
    Body more = {on(Code::kUnlock, mutex, random.below(2) == 0 ? 2 : -1)};
    if (lock) more.insert(more.begin(), random.below(3) == 0 ? on(Code::kTryLock, mutex, 2) : on(Code::kLock, mutex));
    body.insert(body.begin() + static_cast<std::ptrdiff_t>(at) + 1, more.begin(), more.end());
    at += more.size();
  }
}

bool is_indexable(Code code) {
  return code == Code::kRead || code == Code::kWrite || code == Code::kFetchAdd || code == Code::kExchange;
}

void make_arithmetic(Body& body, Random& random) {
  const auto any = [&] { return static_cast<int>(random.below(3)); };
  for (size_t at = 0; at < body.size(); ++at) {
    Instruction& i = body[at];
    make_arithmetic(i.body, random);
    const bool compares = i.code == Code::kIf || i.code == Code::kWhile || i.code == Code::kAssert;
    if (compares && i.a.is_register && random.below(3) == 0) i.b = reg(any());
    const bool puts_in = i.code == Code::kWrite || i.code == Code::kExchange || i.code == Code::kFetchAdd;
    if (puts_in && random.below(3) == 0) i.a = reg(any());
    if (i.code == Code::kCompareExchange && random.below(3) == 0) (random.below(2) ? i.a : i.b) = reg(any());
    if (is_indexable(i.code) && random.below(8) == 0) i.indexed = true, i.b = reg(any());
    if (random.below(4) != 0) continue;
    Instruction computes = add(any(), reg(any()), random.below(2) ? reg(any()) : lit(1 + any()));
    if (random.below(2) == 0) computes.code = random.below(2) ? Code::kMul : Code::kXor;
    body.insert(body.begin() + static_cast<std::ptrdiff_t>(++at), computes);
  }
}

bool has_structure(const Body& body) {
  return std::ranges::any_of(body, [](const Instruction& i) {
    return i.code == Code::kCreate || i.code == Code::kJoin || has_structure(i.body);
  });
}

}  // namespace

void add_arithmetic(Program& program, uint64_t seed) {
  Random random(mix(seed, 7));
  for (Thread& t : program.threads) make_arithmetic(t.body, random);
}

void add_twins(Program& program, uint64_t seed) {
  Random random(mix(seed, 8));
  if (random.below(100) >= 50) return;
  const size_t first = 1 + random.below(static_cast<uint32_t>(program.threads.size() - 1));
  if (has_structure(program.threads[first].body)) return;
  for (size_t t = first + 1; t < program.threads.size(); ++t) {
    if (has_structure(program.threads[t].body) || random.below(4) == 0) continue;
    program.threads[t].body = program.threads[first].body;
    program.threads[t].like = static_cast<int>(first);
  }
  // Something that tells them apart: what they are started with, what is looked at between joins.
  const auto variable = [&] { return static_cast<int>(random.below(static_cast<uint32_t>(program.variables.size()))); };
  const bool given = random.below(4) == 0, between = random.below(3) == 0;
  Body& main = program.threads[0].body;
  for (size_t at = 0; at < main.size(); ++at) {
    if (main[at].code == Code::kCreate && given) main[at].a = lit(static_cast<int32_t>(random.below(2)));
    if (main[at].code != Code::kJoin || !between || random.below(2) == 0) continue;
    const Body look = {read(1, variable()),
                       check(reg(1), Compare::kNotEqual, lit(1 + static_cast<int32_t>(random.below(2))))};
    main.insert(main.begin() + static_cast<std::ptrdiff_t>(at) + 1, look.begin(), look.end());
    at += 2;
  }
}

void add_recursion(Program& program, uint64_t seed) {
  Random random(mix(seed, 6));
  if (random.below(100) >= 10 || program.mutexes == 0) return;
  const int mutex = static_cast<int>(random.below(static_cast<uint32_t>(program.mutexes)));
  for (const Thread& t : program.threads)
    if (uses_otherwise(t.body, mutex)) return;
  program.recursive = mutex;
  for (Thread& t : program.threads) make_recursive(t.body, mutex, random);
}

void add_blocks(Program& program, uint64_t seed) {
  Random random(mix(seed, 3));
  if (random.below(100) >= 12 || program.variables.size() < 2) return;
  for (Thread& t : program.threads) make_blocks(t.body, static_cast<int>(program.variables.size()), random);
}

void add_deadlines(Program& program, uint64_t seed) {
  Random random(mix(seed, 4));
  if (random.below(100) >= 12) return;
  for (Thread& t : program.threads) make_deadlines(t.body, random);
}

void add_arguments(Program& program, uint64_t seed) {
  Random random(mix(seed, 5));
  if (random.below(100) >= 15) return;
  const auto variable = [&] { return static_cast<int>(random.below(static_cast<uint32_t>(program.variables.size()))); };
  for (Thread& thread : program.threads) {
    Body& body = thread.body;
    for (size_t at = 0; at < body.size(); ++at) {
      if (body[at].code == Code::kCreate && random.below(2) == 0) {
        body[at].a = reg(1);
        body.insert(body.begin() + static_cast<std::ptrdiff_t>(at++), read(1, variable()));
      } else if (body[at].code == Code::kJoin && random.below(2) == 0) {
        program.threads[body[at].object].gives = true;
        body[at].target = 2;
        body.insert(body.begin() + static_cast<std::ptrdiff_t>(++at),
                    when(reg(2), Compare::kEqual, lit(1), {write(variable(), reg(2))}));
      }
    }
  }
}

void add_inputs(Program& program, uint64_t seed) {
  Random random(mix(seed, 0x696e707574));
  const auto value = [&] { return lit(static_cast<int32_t>(random.below(5))); };
  const auto compare = [&] { return static_cast<Compare>(random.below(4)); };
  const int count = 1 + static_cast<int>(random.below(2));
  for (int n = 0; n < count; ++n) {
    Body& body = program.threads[random.below(static_cast<uint32_t>(program.threads.size()))].body;
    const auto variable = static_cast<int>(random.below(static_cast<uint32_t>(program.variables.size())));
    const auto r = static_cast<int>(random.below(kRegisters));
    Body more = {input(r, n == 0 && random.below(4) == 0 ? 4 : 2)};
    switch (random.below(7)) {
      case 0: more.push_back(write(variable, reg(r))); break;
      case 1: more.push_back(fetch_add(random.below(2) ? r : -1, variable, reg(r))); break;
      case 2: more.push_back(when(reg(r), compare(), value(), {write(variable, value())})); break;
      case 3: more.push_back(compare_exchange(r, variable, random.below(2) ? reg(r) : value(), reg(r))); break;
      case 4: more.push_back(exchange(r, variable, reg(r))); break;
      case 5:
        more.push_back(assume(reg(r), compare(), value()));
        more.push_back(write(variable, reg(r)));
        break;
      default:
        more.push_back(add(r, reg(r), reg((r + 1) % kRegisters)));
        more.push_back(write(variable, reg(r)));
        more.push_back(read(r, variable));
        more.push_back(check(reg(r), Compare::kNotEqual, value()));
    }
    const auto at = static_cast<std::ptrdiff_t>(random.below(static_cast<uint32_t>(body.size() + 1)));
    body.insert(body.begin() + at, more.begin(), more.end());
  }
}

void add_sections(Program& program, uint64_t seed) {
  Random random(mix(seed, 2));
  if (random.below(100) >= 12) return;
  for (size_t t = 1; t < program.threads.size(); ++t) {
    std::vector<Instruction>& body = program.threads[t].body;
    if (body.empty() || random.below(3) == 0) continue;
    const auto first = static_cast<std::ptrdiff_t>(random.below(static_cast<uint32_t>(body.size())));
    const auto most = static_cast<std::ptrdiff_t>(body.size()) - first;
    const auto last = first + std::min<std::ptrdiff_t>(most, 2 + random.below(2));
    std::vector<Instruction> inside(std::make_move_iterator(body.begin() + first),
                                    std::make_move_iterator(body.begin() + last));
    body.erase(body.begin() + first, body.begin() + last);
    body.insert(body.begin() + first, atomically(std::move(inside)));
  }
}

}  // namespace heddle::model
