#include <cstring>

#include "runtime/blocks.h"
#include "runtime/hidden.h"
#include "runtime/outside_call.h"

namespace heddle::rt {
namespace {

class Ending : Reader {
 public:
  Ending(const __heddle_site& site, const uint64_t* arguments, uint32_t count, Call& call, int64_t result)
      : Reader(site, arguments, count), call_(call), result_(result) {}

  void run(const Effects& effects) {
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
    for (int i = 0; i < call_.count; ++i)
      if (after_[i] != nullptr) write(i);
    for (int i = 0; i < effects.count; ++i)
      if (effects.list[i].what == What::kChanges && is_descriptor(result_))
        use_hidden(hidden_descriptor(static_cast<int>(result_)), What::kLocks, 1, key(site_.state));
  }

 private:
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
    if (r.written.kind == Size::Kind::kString) n = string_bytes(r.at, r.size);
    else if (r.written.kind == Size::Kind::kWideString) n = wide_bytes(r.at, r.size);
    else if (r.written.result) n = bytes(r.written, result_);
    if (n > r.size) n = r.size;
    const auto* memory = reinterpret_cast<const char*>(r.at);
    const bool text = r.written.kind != Size::Kind::kBytes;
    if (r.edits || (text && memcmp(memory, r.before, r.size) == 0)) narrow(r, memory, n);
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
    const bool visible = begin_write(to, size_[i], site_.memory);
    memcpy(to, after_[i], size_[i]);
    finish_write(to, size_[i], visible);
  }

  Call& call_;
  int64_t result_;
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
