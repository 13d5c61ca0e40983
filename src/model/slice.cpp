#include "model/slice.h"

#include <algorithm>

namespace heddle::model {
namespace {

bool is_access(Code code) { return code >= Code::kRead && code <= Code::kWriteBlock; }
bool is_local(Code code) { return code <= Code::kXor; }
bool writes(Code code) { return is_access(code) && code != Code::kRead && code != Code::kReadBlock; }
bool has_body(Code code) { return code == Code::kIf || code == Code::kWhile || code == Code::kAtomic; }

class Slicer {
 public:
  Slicer(const Program& program, SliceFault fault)
      : program_(program), fault_(fault), registers_(program.threads.size(), std::vector<bool>(kRegisters)),
        variables_(program.variables.size()) {}

  std::vector<bool> run() {
    for (more_ = true; more_;) {
      more_ = false;
      position_ = 0;
      std::vector<uint32_t> begins(program_.threads.size());
      for (size_t t = 0; t < program_.threads.size(); ++t) {
        const Thread& thread = program_.threads[t];
        const bool is_twin = thread.like >= 0 && static_cast<size_t>(thread.like) < t &&
                             program_.threads[static_cast<size_t>(thread.like)].body == thread.body;
        const uint32_t next = position_;
        begins[t] = is_twin ? begins[static_cast<size_t>(thread.like)] : position_;
        position_ = begins[t];
        walk(t, thread.body);
        if (is_twin) position_ = next;
      }
    }
    essential_.resize(position_ + 1);
    std::vector<bool> lesser(position_ + 1);
    for (size_t p = 0; p < lesser.size(); ++p) lesser[p] = accesses_.size() > p && accesses_[p] && !essential_[p];
    return lesser;
  }

 private:
  // True if something in it is essential: then whether it is executed is.
  bool walk(size_t t, const std::vector<Instruction>& body) {
    bool any = false;
    for (const Instruction& i : body) {
      const uint32_t at = ++position_;
      if (has_body(i.code)) {
        const bool inside = walk(t, i.body);
        if (inside && i.code != Code::kAtomic && fault_ != SliceFault::kNoControl) need(t, i.a), need(t, i.b);
        any |= inside;
      } else {
        any |= visit(t, i, at);
      }
    }
    return any;
  }

  bool visit(size_t t, const Instruction& i, uint32_t at) {
    if (is_local(i.code)) {
      if (!needed(t, i.target)) return false;
      need(t, i.a), need(t, i.b);
      return true;
    }
    if (is_access(i.code)) {
      mark(accesses_, at);
      if (!matters(t, i) && !is_marked(essential_, at)) return false;
      mark(essential_, at);
      take_access(t, i);
      return true;
    }
    if (i.code == Code::kCreate) {
      if (registers_[i.object][0] && fault_ != SliceFault::kNoParameter) need(t, i.a);
    } else if (i.code == Code::kJoin) {
      if (needed(t, i.target) && fault_ != SliceFault::kNoParameter) need(i.object, reg(0));
    } else if (i.code == Code::kAwait) {
      need_variable(i.object);
      need(t, i.b);
    } else if (i.code == Code::kAssert || i.code == Code::kAssume) {
      if (i.code == Code::kAssert && fault_ == SliceFault::kNoAssertions) return true;
      need(t, i.a), need(t, i.b);
    } else if (i.code == Code::kFence) {
      return false;
    }
    return true;
  }

  template <class F>
  void for_each_variable(const Instruction& i, F&& f) {
    if (i.indexed) {
      for (size_t v = 0; v < variables_.size(); ++v) f(v);
      return;
    }
    const size_t count = i.code == Code::kReadBlock || i.code == Code::kWriteBlock ? i.count : 1;
    for (size_t v = i.object; v < i.object + count && v < variables_.size(); ++v) f(v);
  }

  bool matters(size_t t, const Instruction& i) {
    bool written = false;
    if (writes(i.code)) for_each_variable(i, [&](size_t v) { written |= variables_[v]; });
    return written || needed(t, i.target);
  }

  void take_access(size_t t, const Instruction& i) {
    const bool reads = i.code != Code::kWrite && i.code != Code::kWriteBlock;
    if (reads && fault_ != SliceFault::kNoMemory) for_each_variable(i, [&](size_t v) { need_variable(v); });
    if (i.code != Code::kRead) need(t, i.a);
    if (i.code == Code::kCompareExchange || (i.indexed && fault_ != SliceFault::kNoAddress)) need(t, i.b);
  }

  bool needed(size_t t, int r) const { return r >= 0 && registers_[t][static_cast<size_t>(r)]; }
  void need(size_t t, Value v) {
    if (v.is_register) set(registers_[t], static_cast<size_t>(v.number));
  }
  void need_variable(size_t v) { set(variables_, v); }
  void set(std::vector<bool>& bits, size_t i) {
    if (bits[i]) return;
    bits[i] = true;
    more_ = true;
  }
  static bool is_marked(const std::vector<bool>& bits, size_t i) { return i < bits.size() && bits[i]; }
  void mark(std::vector<bool>& bits, size_t i) {
    if (bits.size() <= i) bits.resize(i + 1);
    if (!bits[i]) more_ = true;
    bits[i] = true;
  }

  const Program& program_;
  SliceFault fault_;
  std::vector<std::vector<bool>> registers_;  // per thread: those that matter
  std::vector<bool> variables_;
  std::vector<bool> accesses_, essential_;  // by position
  uint32_t position_ = 0;
  bool more_ = true;
};

}  // namespace

std::vector<bool> lesser_positions(const Program& program, SliceFault fault) { return Slicer(program, fault).run(); }

}  // namespace heddle::model
