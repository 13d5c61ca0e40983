// Greedy: every way of making the program smaller is tried, one at a time, until none works any more.
#include "model/shrink.h"

#include <cstddef>

namespace heddle::model {
namespace {

using Body = std::vector<Instruction>;

// Calls f(body, index) for every instruction, innermost last; stops when f answers true.
bool visit(Body& body, auto&& f) {
  for (size_t i = 0; i < body.size(); ++i)
    if (f(body, i) || visit(body[i].body, f)) return true;
  return false;
}

void drop_thread(Body& body, uint8_t t) {
  for (size_t i = 0; i < body.size();) {
    Instruction& ins = body[i];
    const bool names = ins.code == Code::kCreate || ins.code == Code::kJoin;
    if (names && ins.object == t) {
      body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
      continue;
    }
    if (names && ins.object > t) --ins.object;
    drop_thread(ins.body, t);
    ++i;
  }
}

// The ways to make one instruction smaller; `way` counts from 0, false when there are no more.
bool simplify(Body& body, size_t i, int way) {
  Instruction& ins = body[i];
  switch (way) {
    case 0:
      if (ins.code == Code::kCreate) return true;  // a thread goes as a whole
      body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    case 1: {
      Body inner = std::move(ins.body);
      ins.body.clear();
      if (inner.empty()) return true;
      body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
      body.insert(body.begin() + static_cast<std::ptrdiff_t>(i), inner.begin(), inner.end());
      return true;
    }
    case 2:
      if (ins.count > 1) ins.count = static_cast<uint16_t>(ins.code == Code::kInput ? ins.count / 2 : ins.count - 1);
      return true;
    case 3:
      if (ins.code != Code::kIf && ins.code != Code::kWhile && ins.code != Code::kAtomic) ins.a = lit(0);
      return true;
    case 4:
      if (ins.a.is_register) ins.a = lit(1);
      return true;
    case 5: ins.b = lit(0); return true;
    case 6:
      if (ins.code == Code::kFetchAdd || ins.code == Code::kExchange || ins.code == Code::kCompareExchange)
        ins.code = Code::kWrite, ins.target = -1;
      return true;
    case 7:
      if (ins.code != Code::kReadBlock && ins.code != Code::kWriteBlock) ins.plain = false;
      return true;
    case 8: ins.order = 5; return true;
    case 9: ins.timed = false; return true;
    default: return false;
  }
}

// True if one smaller program still fails; `program` is that one then.
bool shrink_once(Program& program, const std::function<bool(const Program&)>& still_fails) {
  for (size_t t = 1; t < program.threads.size(); ++t) {
    Program smaller = program;
    smaller.threads.erase(smaller.threads.begin() + static_cast<std::ptrdiff_t>(t));
    for (Thread& thread : smaller.threads) drop_thread(thread.body, static_cast<uint8_t>(t));
    // Threads that the removed one created would never begin.
    bool all_created = true;
    for (size_t u = 1; u < smaller.threads.size(); ++u) {
      bool created = false;
      for (Thread& thread : smaller.threads)
        visit(thread.body,
              [&](Body& b, size_t i) { return created |= b[i].code == Code::kCreate && b[i].object == u; });
      all_created &= created;
    }
    if (all_created && still_fails(smaller)) {
      program = std::move(smaller);
      return true;
    }
  }
  for (size_t t = 0; t < program.threads.size(); ++t) {
    for (int at = 0;; ++at) {
      bool exists = false;
      for (int way = 0;; ++way) {
        Program smaller = program;
        int n = 0;
        bool more = false;
        visit(smaller.threads[t].body, [&](Body& b, size_t i) {
          if (n++ != at) return false;
          exists = true;
          more = simplify(b, i, way);
          return true;
        });
        if (!exists || !more) break;
        if (smaller != program && still_fails(smaller)) {
          program = std::move(smaller);
          return true;
        }
      }
      if (!exists) break;
    }
  }
  return false;
}

}  // namespace

Program shrink(Program program, const std::function<bool(const Program&)>& still_fails) {
  while (shrink_once(program, still_fails)) {
  }
  return program;
}

}  // namespace heddle::model
