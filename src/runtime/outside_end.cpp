#include <cstring>

#include "runtime/blocks.h"
#include "runtime/handles.h"
#include "runtime/heap.h"
#include "runtime/hidden.h"
#include "runtime/outside_call.h"
#include "runtime/static_results.h"

namespace heddle::rt {
namespace {

class Ending : Reader {
 public:
  Ending(const __heddle_site& site, const uint64_t* arguments, uint32_t count, Call& call, int64_t result)
      : Reader(site, arguments, count), call_(call), result_(result),
        left_(result > 0 ? static_cast<uint64_t>(result) : 0) {}

  void run(const Effects& effects) {
    failed_ = has_failed(effects);
    for (int i = 0; i < effects.count; ++i)
      if (effects.list[i].what == What::kWrites && effects.list[i].indirect) add_late(effects.list[i]);
    int filled = 0;
    for (int i = 0; i < call_.count; ++i) {
      Range& r = call_.range[i];
      if (r.kept == nullptr && r.before != nullptr) note_written(r, filled);
    }
    for (int i = call_.count - 1; i >= 0; --i) {
      const Range& r = call_.range[i];
      if (r.before != nullptr && (r.kept != nullptr || after_[i] != nullptr))
        memcpy(reinterpret_cast<void*>(r.at), r.before, r.kept != nullptr ? r.size : size_[i]);
    }
    // What a stream allocates for its text is the stream's alone until it is shown.
    bool lends = false;
    for (int i = 0; i < effects.count; ++i) lends |= effects.list[i].what == What::kLends;
    for (int i = 0; i < call_.blocks && effects.allocates && !lends; ++i) write_block(call_.block[i]);
    for (int i = 0; i < effects.count; ++i)
      if (effects.list[i].what == What::kStream || effects.list[i].what == What::kPrints)
        write_shown(pointer(effects.list[i]));
    for (int i = 0; i < call_.count; ++i)
      if (after_[i] != nullptr) write(i);
    for (int i = 0; i < effects.count; ++i)
      if (effects.list[i].what == What::kStatic && happens(effects.list[i]))
        write_returned(bytes(effects.list[i].size));
    keep_handles(effects);
    for (int i = 0; i < effects.count; ++i)
      if ((effects.list[i].what == What::kOpens || effects.list[i].what == What::kChanges) && is_descriptor(result_))
        use_hidden(hidden_descriptor(static_cast<int>(result_)), What::kLocks, 1, key(site_.state));
  }

 private:
  bool has_failed(const Effects& effects) const {
    switch (effects.fails) {
      case outside::Fails::kNever: return false;
      case outside::Fails::kNegative: return result_ < 0;
      case outside::Fails::kNull: return result_ == 0;
      case outside::Fails::kNonzero: return result_ != 0;
      case outside::Fails::kArgument: return result_ == static_cast<int64_t>(argument(effects.fails_as));
    }
    return false;
  }

  // The pointer to it is not known to others yet.
  void write_block(uint64_t at) {
    BlockInfo block;
    if (!heap_find(at, &block) || block.begin != at || block.freed || block.size == 0) return;
    auto* memory = reinterpret_cast<void*>(at);
    finish_write(memory, block.size, begin_write(memory, block.size, site_.memory));
  }

  // Memory of the library's own that was not known before the call.
  void write_returned(uint64_t size) {
    const auto at = static_cast<uint64_t>(result_);
    if (!learn_static_result(site_.name, {at, size})) return;
    auto* memory = reinterpret_cast<void*>(at);
    finish_write(memory, size, begin_write(memory, size, site_.memory));
  }

  // What a stream kept to itself so far, and shows now: its buffer in memory.
  void write_shown(uint64_t stream) {
    for (const Lent& lent : lent_memory()) {
      if (!lent.behind || lent.stream != stream) continue;
      uint64_t at = block_behind(lent);
      bool known = false;
      for (int i = 0; i < call_.count; ++i) {
        if (call_.range[i].at == at) known = true;
        if (after_[i] != nullptr && begin_[i] == lent.at && size_[i] == sizeof at) memcpy(&at, after_[i], sizeof at);
      }
      if (!known && at != 0) write_block(at);
    }
  }

  void keep_handles(const Effects& effects) {
    note_returned(static_cast<uint64_t>(result_));
    uint64_t stream = static_cast<uint64_t>(result_);
    for (int i = 0; i < effects.count; ++i) {
      const Effect& e = effects.list[i];
      if (e.what == What::kStream || e.what == What::kPrints) stream = pointer(e);
      if (e.what == What::kCloses) note_closed(argument(e.argument), key(site_.state));
      if (e.what == What::kLends && stream != 0 && argument(e.argument) != 0)
        lend({stream, argument(e.argument), bytes(e.size), e.indirect});
    }
  }

  static bool is_descriptor(int64_t result) { return result > 2 && result < 1 << 16; }

  // The memory behind a pointer that the function has changed: nobody else knows it yet.
  void add_late(const Effect& e) {
    const uint64_t at = pointer(e);
    if (at == 0) return;
    for (int i = 0; i < call_.count; ++i)
      if (call_.range[i].at == at) return;
    const uint64_t n = bytes(e.size, result_);
    if (n > 0) access_slow(at, n, Access::kWrite, key(site_.memory));
  }

  void note_written(Range& r, int& filled) {
    const int index = static_cast<int>(&r - call_.range);
    uint64_t n = r.size;
    if (r.counted && filled++ >= result_) return;
    if (r.position && result_ < 0) return;
    if (r.part) {
      if (n > left_) n = left_;
      left_ -= n;
    }
    if (r.written.kind == Size::Kind::kString) n = string_bytes(r.at, r.size);
    else if (r.written.kind == Size::Kind::kWideString) n = wide_bytes(r.at, r.size);
    else if (r.written.result) n = bytes(r.written, result_);
    if (n > r.size) n = r.size;
    const auto* memory = reinterpret_cast<const char*>(r.at);
    const bool text = r.written.kind != Size::Kind::kBytes;
    // Of what a function that failed has written, nothing is certain.
    const bool unsure = r.edits || failed_ || (r.written.result && result_ < 0);
    if (unsure || (text && memcmp(memory, r.before, r.size) == 0)) narrow(r, memory, n);
    if (n == 0) return;
    begin_[index] = r.at;
    if (!access_slow(r.at, n, Access::kWrite, key(site_.memory)) && !spin_watching()) return;
    after_[index] = take_copy(r.at, n);
    size_[index] = n;
  }

  // To what differs.
  static void narrow(Range& r, const char* memory, uint64_t& n) {
    uint64_t first = 0, last = r.size;
    while (first < last && memory[first] == r.before[first]) ++first;
    while (last > first && memory[last - 1] == r.before[last - 1]) --last;
    r.at += first;
    r.before += first;
    r.size = n = last - first;
  }

  void write(int i) {
    auto* to = reinterpret_cast<char*>(begin_[i]);
    const bool visible = call_.range[i].atomic ? begin_atomic_write(i) : begin_write(to, size_[i], site_.memory);
    const uint64_t old = call_.range[i].atomic ? value_at(begin_[i], size_[i]) : 0;
    memcpy(to, after_[i], size_[i]);
    if (!call_.range[i].atomic) finish_write(to, size_[i], visible);
    else if (visible) record(old, value_at(begin_[i], size_[i]));
  }

  bool begin_atomic_write(int i) {
    constexpr uint8_t kSequential = 5;
    return begin_access(event_word(Op::kWrite, kAtomic, kSequential, static_cast<uint32_t>(size_[i])), begin_[i],
                        size_[i], key(site_.memory));
  }

  Call& call_;
  int64_t result_;
  bool failed_ = false;
  uint64_t left_;  // of what the function says it wrote to a list of ranges
  uint64_t begin_[kMostRanges] = {};
  char* after_[kMostRanges] = {};  // what it wrote, where others can see it; null for the others
  uint64_t size_[kMostRanges] = {};
};

}  // namespace

void end_outside_call(const __heddle_site& site, const uint64_t* arguments, uint32_t count, Call& call, int64_t result,
                      const outside::Effects& effects) {
  Ending(site, arguments, count, call, result).run(effects);
}

}  // namespace heddle::rt
