// A library function reads and writes memory in ways that its entry in the table describes, but it does so natively, in
// one go. Other threads may act between its reads, its use of hidden state and its writes. So
//
//   - what it reads becomes an event for each range, and the contents at that moment are kept;
//   - its use of hidden state becomes an event;
//   - then the function is called, on memory as it was when it was read: where others have changed it since, the kept
//     contents are put there for the time of the call. Nobody else runs meanwhile;
//   - what it wrote is taken away again and memory is as before the call, until each range is written by an event of its own.
//
// Pointers stay what they are in all this, so it does not matter what the function returns or stores. Ranges that no other
// thread looks at cost a look at their records and no more.
#include "runtime/outside.h"

#include <cstdio>
#include <cwchar>
#include <cstring>
#include <utility>

#include "base/hash.h"
#include "outside/effects.h"
#include "outside/table.h"
#include "runtime/blocks.h"
#include "runtime/descriptors.h"
#include "runtime/failure.h"
#include "runtime/formats.h"
#include "runtime/handles.h"
#include "runtime/heap.h"
#include "runtime/hidden.h"
#include "runtime/interpose.h"
#include "runtime/library_use.h"
#include "runtime/modules.h"
#include "runtime/outside_call.h"
#include "runtime/said.h"
#include "runtime/snapshot.h"
#include "runtime/static_results.h"
#include "runtime/system_call_names.h"
#include "runtime/term_places.h"
#include "runtime/unseen.h"

namespace heddle::rt {
namespace {

constexpr std::string_view kNumbers = "descriptors";  // which of them are in use
constexpr std::string_view kOutput = "standard-output", kErrors = "standard-error";

struct Scratch {
  uint64_t run;  // what is in here belongs to this run
  char* memory;
  uint64_t used;
  Call* innermost;
};
Scratch scratches[kMaxThreads];

Scratch& scratch() {
  Scratch& s = scratches[g.current];
  if (s.memory == nullptr) s.memory = static_cast<char*>(our_pages(kScratch));
  if (s.run != g.runs) s = {g.runs, s.memory, 0, nullptr};
  return s;
}

}  // namespace

void* take_room(uint64_t size) {
  Scratch& s = scratch();
  size = (size + 15) & ~uint64_t{15};
  if (s.used + size > kScratch) return nullptr;
  void* p = s.memory + s.used;
  s.used += size;
  return p;
}

char* take_copy(uint64_t at, uint64_t size) {
  char* copy = static_cast<char*>(take_room(size));
  if (copy == nullptr)
    uncontrolled("a library function works on %lu bytes at once, which is more than can be followed", size);
  else memcpy(copy, reinterpret_cast<void*>(at), size);
  return copy;
}

uint64_t wide_bytes(uint64_t at, uint64_t limit) {
  const uint64_t most = limit == UINT64_MAX ? limit : limit / 4;
  const auto* s = reinterpret_cast<const wchar_t*>(at);
  uint64_t n = 0;
  while (n < most && s[n] != 0) ++n;
  return n < most ? (n + 1) * 4 : n * 4;
}

uint64_t string_bytes(uint64_t at, uint64_t limit) {
  const uint64_t n = strnlen(reinterpret_cast<const char*>(at), limit == UINT64_MAX ? kNoLimit : limit);
  return n < limit ? n + 1 : n;
}

namespace {

class Beginning : Reader {
 public:
  Beginning(const __heddle_site& site, const uint64_t* arguments, uint32_t count, const Said& said)
      : Reader(site, arguments, count), said_(said), does_(said.name) {}

  void run() {
    const Effects& effects = said_.effects;
    call_ = static_cast<Call*>(take_room(sizeof(Call)));
    if (call_ == nullptr) return uncontrolled("library functions call back and forth more deeply than can be followed");
    call_->outer = scratch().innermost;
    call_->arguments = arguments_;
    call_->allocates = effects.allocates;
    call_->count = 0;
    call_->blocks = 0;
    // Whatever the program hands over of its own functions may be called. (The runtime's functions look when they call it.)
    for (uint32_t i = 0; i < count_ && !effects.controlled; ++i)
      if (is_untrusted_code(arguments_[i])) note_callback(arguments_[i], "what a library function is to call is");
    check_handles(effects);
    if (effects.deep) ask_everything();
    for (int i = 0; i < effects.count; ++i) read(effects.list[i]);
    use_states(effects);
    check_handles(effects);  // others may have closed it meanwhile
    for (int i = 0; i < effects.count; ++i)
      if (!effects.list[i].indirect || reads_pointer(effects, effects.list[i].argument)) expect_write(effects.list[i]);
    // A function of the runtime's may let others run, and reads what is there.
    if (!effects.controlled) put_back_what_was_read();
    check_room(effects);
    scratch().innermost = call_;
  }

 private:
  void keep(uint64_t at, uint64_t size, bool shared) {
    for (uint64_t done = 0; done < size; done += 8)
      does_ = mix(does_, value_at(at + done, size - done < 8 ? size - done : 8));
    if (!shared) return;
    if (Range* r = add(at, size)) r->kept = take_copy(at, size);
  }

  Range* add(uint64_t at, uint64_t size) {
    if (call_->count == kMostRanges) {
      uncontrolled("a library function has more arguments than can be followed");
      return nullptr;
    }
    Range& r = call_->range[call_->count++];
    r = Range{};
    r.at = at;
    r.size = size;
    return &r;
  }

  void read_text(uint64_t at, uint64_t limit, bool wide) {
    if (at == 0 || limit == 0) return;
    bool shared = false;
    if (is_constant(at)) {
      // Nobody changes it.
    } else if (wide) {
      const uint64_t size = wide_bytes(at, limit);
      shared = read_range(reinterpret_cast<void*>(at), size, site_.memory);
    } else {
      read_string(reinterpret_cast<const char*>(at), limit == UINT64_MAX ? kNoLimit : limit, site_.memory, &shared);
    }
    keep(at, wide ? wide_bytes(at, limit) : string_bytes(at, limit), shared);
  }

  void read_memory(uint64_t at, uint64_t size) {
    if (at == 0 || size == 0) return;
    keep(at, size, read_range(reinterpret_cast<void*>(at), size, site_.memory));
  }

  void read(const Effect& e) {
    switch (e.what) {
      case What::kReads: {
        const uint64_t at = pointer(e), limit = e.bounded ? bytes(e.most) : UINT64_MAX;
        if (e.size.kind == Size::Kind::kBytes) read_memory(at, bytes(e.size));
        else read_text(at, limit, e.size.kind == Size::Kind::kWideString);
        break;
      }
      case What::kPrintf:
      case What::kVprintf:
      case What::kScanf:
      case What::kVscanf: read_format(e); break;
      case What::kGathers: for_pieces(e, [this](const Piece& piece) { read_memory(piece.at, piece.size); }); break;
      case What::kScatters: for_pieces(e, [](const Piece&) {}); break;
      case What::kStream:
      case What::kPrints: for_lent(e, [this](uint64_t at, uint64_t size) { read_memory(at, size); }); break;
      default: break;
    }
  }

  // The list itself is read as well.
  template <class Visit>
  void for_pieces(const Effect& e, Visit visit) {
    const uint64_t list = pointer(e), count = bytes(e.size);
    if (list == 0 || count > kMostRanges) return;
    read_memory(list, count * sizeof(Piece));
    for (uint64_t i = 0; i < count; ++i) visit(reinterpret_cast<const Piece*>(list)[i]);
  }

  void check_handles(const Effects& effects) {
    for (int i = 0; i < effects.count; ++i) {
      const Effect& e = effects.list[i];
      if (e.what == What::kStream || e.what == What::kPrints || e.what == What::kHandle || e.what == What::kCloses)
        check_handle(pointer(e), site_.name, key(site_.state));
    }
  }

  // Memory of the program's that the stream works on.
  template <class Visit>
  void for_lent(const Effect& e, Visit visit) {
    for (const Lent& lent : lent_memory()) {
      if (lent.stream != pointer(e)) continue;
      call_->allocates |= lent.behind;
      const uint64_t at = lent.behind ? block_behind(lent) : lent.at;
      if (at != 0) visit(at, lent.behind ? room(at) : lent.size);
    }
  }

  void read_format(const Effect& e) {
    const uint64_t format = argument(e.argument);
    read_text(format, UINT64_MAX, e.wide);
    if (format == 0 || e.what == What::kScanf || e.what == What::kVscanf) return;
    walk(e, walk_printf, [](void* me, const FormatArgument& a) {
      using Kind = FormatArgument::Kind;
      if (a.kind == Kind::kString || a.kind == Kind::kWideString)
        static_cast<Beginning*>(me)->read_text(a.at, a.size, a.kind == Kind::kWideString);
    });
  }

  template <class Walk>
  void walk(const Effect& e, Walk walk, FormatVisitor visit) {
    const char* format =
        e.wide ? narrow_format(argument(e.argument)) : reinterpret_cast<const char*>(argument(e.argument));
    if (format == nullptr) return;
    if (e.what == What::kVprintf || e.what == What::kVscanf) {
      FormatArguments arguments(reinterpret_cast<const void*>(argument(static_cast<uint8_t>(e.argument + 1))));
      walk(format, arguments, visit, this);
    } else {
      FormatArguments arguments(arguments_ + e.argument, count_ - e.argument);
      walk(format, arguments, visit, this);
    }
  }

  // What is not ASCII is no part of a conversion.
  static const char* narrow_format(uint64_t at) {
    if (at == 0) return nullptr;
    const auto* wide = reinterpret_cast<const wchar_t*>(at);
    const uint64_t n = wide_bytes(at, UINT64_MAX) / 4;
    char* narrow = static_cast<char*>(take_room(n));
    for (uint64_t i = 0; narrow != nullptr && i < n; ++i) narrow[i] = wide[i] < 128 ? static_cast<char>(wide[i]) : '_';
    return narrow;
  }

  struct Use {
    uint64_t object;
    What how;
  };

  void use_states(const Effects& effects) {
    Use uses[2 * Effects::kMost];
    int n = 0;
    for (int i = 0; i < effects.count; ++i) {
      changes_descriptors_ |= effects.list[i].state == kNumbers;
      locks_ |= effects.list[i].what == What::kLocks;
    }
    bool named = false;  // a file, by its path or its number
    for (int i = 0; i < effects.count; ++i) {
      find_uses(effects.list[i], uses, &n);
      named |= names_file(effects.list[i].what);
    }
    for (uint32_t i = 0; i < count_; ++i)
      if (arguments_[i] < 0x10000 || arguments_[i] > ~uint64_t{0x10000})
        does_ = mix(does_, arguments_[i]);  // no pointer
    // Several at once are one step. Which file is meant by a name is what it is in that step, not before: others may have
    // made it or closed it meanwhile. Likewise whether a number that is closed or copied is one: if not, nothing changes.
    const int number = changes_descriptors_ ? number_asked_for(effects) : -1;
    const bool several = n > 1 || named;
    if (several) ++self().atomic_depth;
    if (number >= 0) use_hidden(hidden_descriptor(number), What::kAsks, does_, key(site_.state));
    if (number >= 0 && !descriptor_is_open(number)) n = 0, named = false;
    for (int i = 0; i < n; ++i) use_hidden(uses[i].object, uses[i].how, does_, key(site_.state));
    const int before = n;
    for (int i = 0; i < effects.count && named; ++i) find_files(effects.list[i], uses, &n);
    for (int i = before; i < n; ++i) use_hidden(uses[i].object, uses[i].how, does_, key(site_.state));
    if (several && --self().atomic_depth == 0) break_section();
  }

  int number_asked_for(const Effects& effects) const {
    for (int i = 0; i < effects.count; ++i)
      if (effects.list[i].what == What::kDescriptor && happens(effects.list[i]))
        return static_cast<int>(argument(effects.list[i].argument));
    return -1;
  }

  static bool names_file(What what) {
    return what == What::kDescriptor || what == What::kPath || what == What::kChanges || what == What::kOpens;
  }

  static void add_use(uint64_t object, What how, Use* uses, int* n) {
    for (int i = 0; i < *n; ++i)
      if (uses[i].object == object) {
        if (how < uses[i].how) uses[i].how = how;  // kLocks covers kAsks
        return;
      }
    uses[(*n)++] = {object, how};
  }

  // A stream that the function `alters`: without the stream's lock, so that it races with all others.
  bool works_without_lock(const Effect& e) const {
    bool stream = false, alters = false;
    for (int i = 0; i < said_.effects.count; ++i) {
      const Effect& other = said_.effects.list[i];
      if (other.argument != e.argument) continue;
      stream |= other.what == What::kStream || other.what == What::kPrints;
      alters |= other.what == What::kAlters;
    }
    return stream && alters;
  }

  void find_uses(const Effect& e, Use* uses, int* n) {
    const auto add = [&](uint64_t object, What how) { add_use(object, how, uses, n); };
    if (!happens(e)) return;
    switch (e.what) {
      case What::kAlters:
        if (pointer(e) != 0 && !works_without_lock(e)) add(hidden_handle(pointer(e)), What::kRaces);
        break;
      case What::kHolds:
        if (pointer(e) != 0) add(hidden_handle(pointer(e)), What::kLocks);
        break;
      case What::kLocks:
      case What::kAsks:
      case What::kRaces:
      case What::kLooks:
        if (e.state == kOutput || e.state == kErrors) {
          const int number = e.state == kOutput ? STDOUT_FILENO : STDERR_FILENO;
          if (is_redirected(number)) add_file(hidden_file(number), What::kLocks, uses, n);
          break;
        }
        if (e.state != kNumbers || descriptor_numbers_are_used()) add(said_.hidden[&e - said_.effects.list], e.what);
        break;
      case What::kStream:
      case What::kPrints: {
        auto* stream = reinterpret_cast<FILE*>(pointer(e));
        if (stream == nullptr) break;
        const int file = fileno(stream);
        const bool redirected = file >= 0 && file <= 2 && is_redirected(file);
        if (e.what == What::kPrints && (stream == stdout || stream == stderr) && !redirected) break;
        const What how = works_without_lock(e) ? What::kRaces : What::kLocks;
        if (file > 2 || redirected) add_file(hidden_file(file), how, uses, n);
        else add(hidden_object(file == 0 ? "standard-input" : "streams"), how);
        break;
      }
      case What::kDescriptor: {
        const int number = static_cast<int>(argument(e.argument));
        add(hidden_descriptor(number), changes_descriptors_ ? What::kLocks : What::kAsks);
        break;
      }
      case What::kPath:
      case What::kChanges:
      case What::kOpens:
        if (pointer(e) == 0) break;
        add(hidden_object("files"), way_to_file(e));
        if (*reinterpret_cast<const char*>(pointer(e)) != '/') add(hidden_object("directory"), What::kAsks);
        break;
      default: break;
    }
  }
  // By its flags, or by its mode, which is a text: "r", "w+".
  bool changes_file(const Effect& e) const {
    if (e.size.mask != 0) return (argument(e.size.factor[0]) & e.size.mask) != 0;
    const auto* mode = reinterpret_cast<const char*>(argument(e.size.behind));
    return mode == nullptr || mode[0] != 'r';
  }

  What way_to_file(const Effect& e) const {
    const bool looks = e.what == What::kPath || (e.what == What::kOpens && !changes_file(e));
    return looks ? What::kAsks : What::kLocks;
  }

  // The files that are behind the names now.
  void find_files(const Effect& e, Use* uses, int* n) {
    if (!names_file(e.what) || !happens(e)) return;
    if (e.what != What::kDescriptor) {
      const uint64_t path = pointer(e);
      if (path != 0) add_file(hidden_file(reinterpret_cast<const char*>(path)), way_to_file(e), uses, n);
      return;
    }
    const int number = static_cast<int>(argument(e.argument));
    const uint64_t file = hidden_file(number);
    if (number > 2 || is_redirected(number)) add_file(file, What::kLocks, uses, n);
    if (number == 0) add_file(file == 0 ? 0 : hidden_object("standard-input"), What::kLocks, uses, n);
  }

  static void add_file(uint64_t object, What how, Use* uses, int* n) {
    if (object != 0) add_use(object, how, uses, n);
  }

  // Else what the argument points to is no pointer yet: asprintf.
  static bool reads_pointer(const Effects& effects, uint8_t argument) {
    for (int i = 0; i < effects.count; ++i) {
      const Effect& e = effects.list[i];
      if (e.what == What::kReads && !e.indirect && e.argument == argument) return true;
    }
    return false;
  }

  void expect_write(const Effect& e) {
    if (!happens(e)) return;
    switch (e.what) {
      case What::kWrites:
      case What::kEdits: {
        const uint64_t at = pointer(e);
        if (at == 0) break;
        const bool known = e.size.kind == Size::Kind::kBytes && !e.size.result;
        uint64_t most = known ? bytes(e.size) : e.bounded ? bytes(e.most) : room(at);
        if (!known && most > kScratch / 16) most = room(at);  // SIZE_MAX, say
        if (e.what == What::kEdits && e.size.kind == Size::Kind::kString) most = string_bytes(at, most);
        if (e.what == What::kEdits && e.size.kind == Size::Kind::kWideString) most = wide_bytes(at, most);
        add_write(at, most, e.size, e.what == What::kEdits);
        break;
      }
      case What::kPrintf:
      case What::kVprintf:
        walk(e, walk_printf, [](void* me, const FormatArgument& a) {
          if (a.kind == FormatArgument::Kind::kWrittenPosition)
            static_cast<Beginning*>(me)->add_write(a.at, a.size, {}, false);
        });
        break;
      case What::kStream:
      case What::kPrints: for_lent(e, [this](uint64_t at, uint64_t size) { add_write(at, size, {}, true); }); break;
      case What::kScatters: {
        const auto* pieces = reinterpret_cast<const Piece*>(pointer(e));
        for (uint64_t i = 0; pieces != nullptr && i < bytes(e.size) && i < kMostRanges; ++i)
          if (Range* r = add_write(pieces[i].at, pieces[i].size, {}, false)) r->part = true;
        break;
      }
      case What::kSets:
        if (Range* r = add_write(library_variable(e.state, e.size.number), e.size.number, {}, false))
          r->atomic = locks_;
        break;
      case What::kStatic:
        for (const StaticResult& memory : static_results(site_.name)) add_write(memory.at, memory.size, {}, false);
        break;
      case What::kScanf:
      case What::kVscanf:
        walk(e, walk_scanf, [](void* me, const FormatArgument& a) { static_cast<Beginning*>(me)->add_output(a); });
        break;
      default: break;
    }
  }

  // How much may be written there, where nothing says it: what is left of the block, or of the page.
  static uint64_t room(uint64_t at) {
    BlockInfo block;
    if (in_heap(at) && heap_find(at, &block) && at < block.begin + block.size) return block.begin + block.size - at;
    return kPage - at % kPage;
  }

  Range* add_write(uint64_t at, uint64_t size, Size written, bool edits) {
    if (at == 0 || size == 0) return nullptr;
    Range* r = add(at, size);
    if (r == nullptr) return nullptr;
    snapshot_touch(at, size);
    r->before = take_copy(at, size);
    r->written = written;
    r->edits = edits;
    return r;
  }

  void add_output(const FormatArgument& a) {
    using Kind = FormatArgument::Kind;
    Size written{};
    written.number = static_cast<uint32_t>(a.size);
    if (a.kind == Kind::kWrittenString) written.kind = Size::Kind::kString;
    if (a.kind == Kind::kWrittenWide) written.kind = Size::Kind::kWideString;
    if (Range* r = add_write(a.at, a.size == UINT64_MAX ? room(a.at) : a.size, written, false)) {
      r->counted = a.kind != Kind::kWrittenPosition;
      r->position = !r->counted;
    }
  }

  void put_back_what_was_read() {
    for (int i = 0; i < call_->count; ++i) {
      Range& r = call_->range[i];
      auto* memory = reinterpret_cast<char*>(r.at);
      if (r.kept == nullptr || memcmp(memory, r.kept, r.size) == 0) continue;
      r.before = take_copy(r.at, r.size);
      memcpy(memory, r.kept, r.size);
    }
  }

  // Memory that the function certainly writes must be there, before it does.
  void check_room(const Effects& effects) {
    const Effect* format = nullptr;
    for (int i = 0; i < effects.count; ++i) {
      const Effect& e = effects.list[i];
      if ((e.what == What::kPrintf || e.what == What::kVprintf) && !e.wide) format = &e;
      if (e.what != What::kWrites || e.indirect || e.size.result || pointer(e) == 0) continue;
      uint64_t n = bytes(e.size);
      if (e.size.kind != Size::Kind::kBytes)
        n = format == nullptr ? 0 : text_bytes(*format, e.bounded ? bytes(e.most) : UINT64_MAX);
      if (n > 0) access_slow(pointer(e), n, Access::kWrite, key(site_.memory));
    }
  }
  uint64_t text_bytes(const Effect& format, uint64_t most) {
    const auto list = format.what == What::kVprintf ? argument(static_cast<uint8_t>(format.argument + 1)) : 0;
    const int length = printed_length(reinterpret_cast<const char*>(argument(format.argument)),
                                      reinterpret_cast<const void*>(list), arguments_ + format.argument);
    return length < 0 ? 0 : static_cast<uint64_t>(length) + 1 < most ? static_cast<uint64_t>(length) + 1 : most;
  }

  const Said& said_;
  Call* call_ = nullptr;
  bool changes_descriptors_ = false;  // it gives numbers of files, or takes them back
  bool locks_ = false;                // it has a lock of its own
  uint64_t does_;                     // a hash of the function and of what it is given
};

}  // namespace

namespace {

Call* innermost_that_allocates() {
  if (!running()) return nullptr;
  const Scratch& s = scratches[g.current];
  return s.run == g.runs && s.innermost != nullptr && s.innermost->allocates ? s.innermost : nullptr;
}

// What a call does: of a system call by its number, what the function of its name does with the other arguments.
struct Meaning {
  __heddle_site site;
  const uint64_t* arguments;
  uint32_t count;
  const Said* said;
};

const Said* understood(const void* key, std::string_view text, const char* name) {
  const Said* said = said_about(key, text, name);
  if (said == nullptr) uncontrolled("the program calls library functions in more places than can be followed");
  return said == nullptr || said->wrong ? nullptr : said;
}

// False if nothing is known, or nothing is to be done.
bool find_meaning(const __heddle_site& site, const uint64_t* arguments, uint32_t count, Meaning* m) {
  *m = {site, arguments, count, understood(&site, site.effects, site.name)};
  if (m->said == nullptr) return false;
  if (!m->said->effects.numbered) return true;
  if (count == 0) return false;
  const char* name = system_call_name(static_cast<long>(arguments[0]));
  const outside::Row* row = name == nullptr ? nullptr : outside::find_row(name);
  if (row == nullptr) {
    uncontrolled("the program makes the system call %s by its number: what it does to memory is not seen",
                 name == nullptr ? "that has no name" : name);
    return false;
  }
  m->site.name = name;
  ++m->arguments;
  --m->count;
  m->said = understood(row, row->effects, name);
  // What cannot be controlled is refused where system calls are answered.
  return m->said != nullptr && m->said->effects.count > 0 && !m->said->effects.refused;
}

}  // namespace

bool outside_call_allocates() { return innermost_that_allocates() != nullptr; }

void outside_call_allocated(void* block) {
  Call* call = innermost_that_allocates();
  if (call == nullptr || block == nullptr) return;
  if (call->blocks == kMostBlocks) return uncontrolled("a library function allocates more than can be followed");
  call->block[call->blocks++] = reinterpret_cast<uint64_t>(block);
}

}  // namespace heddle::rt

using namespace heddle;
using namespace heddle::rt;

static bool printing;
HEDDLE_API void __heddle_printing() { printing = true; }

HEDDLE_API void __heddle_outside_begin(const __heddle_site* site, const uint64_t* arguments, uint32_t count) {
  if (!running()) return;
  // Calls that were left by an exception or a jump: their frames are gone.
  Scratch& s = scratch();
  while (s.innermost != nullptr && s.innermost->arguments <= arguments) {
    s.used = static_cast<uint64_t>(reinterpret_cast<char*>(s.innermost) - s.memory);
    s.innermost = s.innermost->outer;
  }
  // A program may have a function of its own by the name of a library's.
  if (site->function != nullptr && is_marked(at(site->function))) return;
  const bool prints = std::exchange(printing, false);
  Meaning m;
  if (!find_meaning(*site, arguments, count, &m)) return;
  if (m.said->effects.refused) {
    char name[200];
    unsupported(key(site->memory), "the program calls %s, which cannot be controlled",
                plain_name(m.site.name, name, sizeof name));
  }
  self().prints = prints;
  Beginning(m.site, m.arguments, m.count, *m.said).run();
  if (s.innermost != nullptr && s.innermost->arguments == m.arguments) s.innermost->arguments = arguments;
  self().prints = false;
}

HEDDLE_API void __heddle_outside_end(const __heddle_site* site, const uint64_t* arguments, uint32_t count,
                                     uint64_t result) {
  if (!running()) return;
  Scratch& s = scratch();
  Call* call = s.innermost;
  if (call == nullptr || call->arguments != arguments) return;
  s.innermost = call->outer;
  Meaning m;
  if (!find_meaning(*site, arguments, count, &m)) return;
  end_outside_call(m.site, m.arguments, m.count, *call, static_cast<int64_t>(result), m.said->effects);
  s.used = static_cast<uint64_t>(reinterpret_cast<char*>(call) - s.memory);
}
