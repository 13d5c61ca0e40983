#include "worker/futures.h"

#include <cstring>
#include <optional>

#include "facts/elf_section.h"
#include "facts/future_walk.h"
#include "runtime/abi.h"
#include "runtime/frames.h"
#include "runtime/heap.h"
#include "runtime/layout.h"
#include "runtime/modules.h"
#include "runtime/objects.h"
#include "runtime/relevance.h"

namespace heddle {
namespace {

using facts::FutureFunction;
using rt::g;

constexpr size_t kMostFrames = 4096;  // of all threads together

// Made once; what is asked in runs must not allocate.
struct Knowledge {
  facts::Futures futures;
  std::optional<facts::FutureWalk> walk;
  bool fields = false;  // of arrays nothing is known
  std::vector<facts::StandingFrame> frames;
  std::vector<facts::StandingThread> threads;
};
Knowledge* known;

// The program as it is now, seen from the thread that asks.
class Moment final : public facts::FutureWorld {
 public:
  explicit Moment(ThreadId asker) : asker_(asker) {}

  bool read(uint64_t address, uint32_t bytes, uint64_t& value) const override {
    uint64_t begin, end;
    if (!object(address, begin, end) || address + bytes > end) return false;
    value = 0;
    std::memcpy(&value, reinterpret_cast<const void*>(address), bytes);
    return true;
  }
  bool object(uint64_t address, uint64_t& begin, uint64_t& end) const override {
    if (rt::in_heap(address)) {
      rt::BlockInfo b;
      if (!rt::heap_find(address, &b) || address - b.begin >= b.size || b.freed) return false;
      begin = b.begin, end = b.begin + b.size;
      return true;
    }
    uint64_t size;
    if (!rt::in_stacks(address)) return known->futures.variable_at(address, begin, end);
    if (!rt::local_at(address, &begin, &size)) return false;
    end = begin + size;
    return true;
  }
  bool in_heap(uint64_t address) const override { return rt::in_heap(address); }
  bool holds(uint64_t mutex) const override {
    uint64_t begin, end;
    if (!object(mutex, begin, end) || mutex + sizeof(rt::Mutex) > end) return false;
    const rt::Mutex& m = rt::mutex_at(mutex);
    return m.depth > 0 && m.owner == asker_ + 1u;
  }
  bool is_asker(uint64_t handle) const override { return handle == g.thread[asker_].fs; }

 private:
  ThreadId asker_;
};

// It can go on only when `asker` has.
bool waits_for(const rt::Thread& t, ThreadId asker) {
  if (t.wait == rt::Wait::kForever || t.wait == rt::Wait::kLast) return true;
  if (t.timed) return false;
  if (t.wait == rt::Wait::kJoin) return t.join_target == asker;
  return t.wait == rt::Wait::kMutex && rt::mutex_at(t.wait_object).depth > 0 &&
         rt::mutex_at(t.wait_object).owner == asker + 1u;
}

uint64_t name_of_main() { return facts::hash_name("main", 4); }

// Threads that libstdc++ starts: their argument is an object whose vtable has the function to run, which is deleted afterwards.
constexpr uint64_t kDeletePlace = 1, kRunPlace = 2;
const FutureFunction* virtual_function(uint64_t object, uint64_t place) {
  rt::BlockInfo b;
  if (!rt::in_heap(object) || !rt::heap_find(object, &b) || object != b.begin || b.size < 8 || b.freed) return nullptr;
  uint64_t table, code;
  std::memcpy(&table, reinterpret_cast<const void*>(object), 8);
  if (!rt::is_instrumented(table) || !rt::is_constant(table)) return nullptr;
  std::memcpy(&code, reinterpret_cast<const void*>(table + 8 * place), 8);
  return known->futures.by_code(code);
}

// Where a thread stands. False if that is not known in full.
bool find_frames(ThreadId id, facts::StandingThread& standing) {
  const rt::Thread& t = g.thread[id];
  const size_t first = known->frames.size();
  uint64_t below = rt::kStackBase + id * rt::kStackSlot;
  const uint64_t top = below + rt::kStackSlot;
  const auto* frame = static_cast<const __heddle_standing*>(rt::stands_at(id));
  for (; frame != nullptr; frame = frame->previous) {
    const auto at = reinterpret_cast<uint64_t>(frame);
    if (at < below || at >= top || at % 8 != 0 || known->frames.size() == kMostFrames) return false;
    const FutureFunction* function = known->futures.by_record(reinterpret_cast<uint64_t>(frame->record));
    if (function == nullptr || function->opaque() || frame->item >= function->items.size()) return false;
    known->frames.push_back({function, static_cast<uint32_t>(frame->item), frame->slots});
    below = at + 1;
  }
  standing.frames = {known->frames.data() + first, known->frames.size() - first};
  if (standing.frames.empty() || t.destructors > 0) return false;
  for (const void* value : t.specific)
    if (value != nullptr) return false;
  const FutureFunction* outermost = standing.frames.back().function;
  if (id == kMainThread) return outermost->name == name_of_main();
  if (outermost->code == reinterpret_cast<uint64_t>(t.start)) return true;
  const auto state = reinterpret_cast<uint64_t>(t.argument);
  const FutureFunction* run = virtual_function(state, kRunPlace);
  if (outermost != run) return false;
  standing.after = virtual_function(state, kDeletePlace);
  standing.argument = state;
  return standing.after != nullptr;
}

bool may_conflict(ThreadId asker, const Event& access) {
  const rt::PassThrough ours;
  if (!rt::in_heap(access.object) && !rt::in_stacks(access.object)) {
    uint64_t begin, end;
    if (!known->futures.variable_at(access.object, begin, end)) return true;  // hidden state, libraries
  }
  facts::FutureAccess asked;
  asked.address = access.object;
  asked.size = access.length;
  asked.writes = access.op != Op::kRead;
  asked.frees = access.op == Op::kFree;
  if (const facts::FutureItem* at = known->futures.at(access.position); at != nullptr && !asked.frees) {
    const facts::ItemRow& item = known->futures.functions()[at->function].items[at->item];
    if (known->fields && (item.flags & facts::kElement)) return true;
    std::copy(std::begin(item.type), std::end(item.type), asked.type.begin());
  } else if (known->fields && !asked.frees) {
    return true;
  }
  known->frames.clear();
  known->threads.clear();
  for (int t = 0; t < g.live; ++t) {
    const rt::Thread& other = g.thread[t];
    if (t == asker || other.status != rt::Status::kAlive || waits_for(other, asker)) continue;
    facts::StandingThread standing;
    if (!find_frames(static_cast<ThreadId>(t), standing)) return true;
    known->threads.push_back(standing);
  }
  return known->walk->may_conflict(asked, known->threads, Moment(asker));
}

bool is_element(uint64_t position) {
  const facts::FutureItem* at = known->futures.at(position);
  return at != nullptr && (known->futures.functions()[at->function].items[at->item].flags & facts::kElement);
}

// Object files of our own library (src/library), which have facts, and none about what is to come: they call nobody by an address that they took.
size_t library_modules() {
  std::vector<facts::FunctionRecord> records;
  for (int i = 0; i < rt::module_count(); ++i) {
    const rt::ModuleInfo& m = rt::module_at(i);
    if (!m.instrumented) continue;
    if (const auto section = facts::section_of_file(m.path, m.bias)) facts::read_records(*section, records);
  }
  size_t count = 0;
  for (const facts::FunctionRecord& r : records) {
    if (!(r.header.flags & facts::kModule)) continue;
    const auto* text =
        reinterpret_cast<const char*>(r.address + static_cast<uint64_t>(static_cast<int64_t>(r.header.text)));
    count += std::strstr(text, "src/library/") != nullptr;
  }
  return count;
}

}  // namespace

void load_futures(const RelevanceOptions& options) {
  if (!options.wants_facts()) return;
  std::vector<facts::Section> sections;
  size_t files = 0;
  for (int i = 0; i < rt::module_count(); ++i) {
    const rt::ModuleInfo& m = rt::module_at(i);
    if (!m.instrumented) continue;
    ++files;
    if (auto section = facts::section_of_file(m.path, m.bias, facts::kFutureSection))
      sections.push_back(std::move(*section));
  }
  known = new Knowledge;
  if (sections.size() < files || !known->futures.read(sections)) return;
  if (known->futures.modules() + library_modules() < rt::instrumented_modules()) return;
  using Future = RelevanceOptions::Future;
  known->fields = options.future == Future::kFields;
  known->walk.emplace(known->futures,
                      known->fields ? facts::FutureWalk::Precision::kFields : facts::FutureWalk::Precision::kHybrid);
  known->frames.reserve(kMostFrames);
  known->threads.reserve(kMaxThreads);
  rt::set_future_oracle({options.future != Future::kUnknown ? may_conflict : nullptr, is_element});
}

}  // namespace heddle
