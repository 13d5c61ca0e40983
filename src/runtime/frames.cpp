#include "runtime/frames.h"

#include <unwind.h>

#include "runtime/failure.h"
#include "runtime/fiber.h"
#include "runtime/interpose.h"
#include "runtime/modules.h"
#include "runtime/shadow.h"

namespace heddle::rt {
namespace {

constexpr uint32_t kMaxOpen = 1 << 17;  // as many as a stack has room for

uint64_t stack_of(ThreadId thread) { return kStackBase + thread * kStackSlot; }
bool on_my_stack(uint64_t address) { return address - stack_of(g.current) < kStackSlot; }
uint64_t key(const __heddle_pos* pos) { return reinterpret_cast<uint64_t>(pos); }

// The end of one life.
void end_local(uint64_t address, uint64_t size, uint64_t position) {
  if (!shadow_end_local(address, size, position)) return;
  reach(Op::kFree, address, static_cast<uint32_t>(size), position, 0, Wait::kNothing, 1);
  record();
  spin_dirty();
  shadow_end_by_event(address, size);
}

// The begin of one. Where others were told of an end, they are told of this: what they access there from now on is another local.
void begin_local(uint64_t address, uint64_t size, const __heddle_pos* what) {
  if (__builtin_expect(!follows_event(address, size), 1)) return shadow_begin_local(address, size);
  reach(Op::kWrite, address, static_cast<uint32_t>(size), key(what), 0, Wait::kNothing, 2);
  shadow_begin_local(address, size);
  const uint64_t value = value_at(address, size);
  record(value, value);
}

bool scope_is_over(uint64_t address) {
  const uint64_t r = *low_record(address);
  return ((r ^ g.run) & kRunMask) == 0 && (r & kBytesMask) == kFreedBytes;
}

// Ends what is left of the last block. `where` has a position for each of its locals, or is null.
void close_last(Thread& t, const __heddle_pos* where) {
  const OpenFrame open = t.open[--t.open_count];
  if (open.frame == nullptr) {
    end_local(open.base + HEDDLE_GAP, open.size - 2 * HEDDLE_GAP, key(open.what));
  } else {
    for (uint64_t i = 0; i < open.frame->count; ++i) {
      const __heddle_local& local = open.frame->locals[i];
      const uint64_t address = open.base + local.offset;
      if (!(local.flags & HEDDLE_LOCAL_ESCAPES) || ((local.flags & HEDDLE_LOCAL_SCOPED) && scope_is_over(address)))
        continue;
      end_local(address, local.size, key(where != nullptr ? &where[i] : local.what));
    }
  }
}

// Functions that were left without a word: their frames lie below the stack pointer.
void close_below(Thread& t, uint64_t sp) {
  while (t.open_count > 0 && t.open[t.open_count - 1].base < sp) close_last(t, nullptr);
}

// False if it is not to be followed: on a stack of the program's own making, too many.
bool open_next(Thread& t, uint64_t base, uint64_t size, uint64_t sp, const __heddle_frame* frame,
               const __heddle_pos* what) {
  if (!on_my_stack(base)) return false;
  if (t.open_count > 0 && t.open[t.open_count - 1].base < base + size) {
    const OpenFrame& last = t.open[t.open_count - 1];
    if (base >= last.base && base + size <= last.base + last.size && sp >= last.base)
      return false;  // such a stack in a local
    close_below(t, sp);
  }
  if (t.open_count == kMaxOpen) return false;
  if (t.open == nullptr) t.open = static_cast<OpenFrame*>(our_pages(kMaxOpen * sizeof(OpenFrame)));
  t.open[t.open_count++] = {base, size, frame, what};
  if (t.open_count > t.open_most) t.open_most = t.open_count;
  return true;
}

const OpenFrame* frame_around(const Thread& t, uint64_t address, uint32_t begin, uint32_t end) {
  for (uint32_t i = begin; i < end; ++i)
    if (address - t.open[i].base < t.open[i].size) return &t.open[i];
  return nullptr;
}

// The stack pointer of the program where it called the runtime.
uint64_t program_sp() {
  PassThrough ours;
  uint64_t sp = 0;
  _Unwind_Backtrace(
      [](_Unwind_Context* context, void* found) {
        if (is_our_code(static_cast<uint64_t>(_Unwind_GetIP(context)))) return _URC_NO_REASON;
        *static_cast<uint64_t*>(found) = static_cast<uint64_t>(_Unwind_GetCFA(context));
        return _URC_END_OF_STACK;
      },
      &sp);
  return sp;
}

ThreadId owner_of(uint64_t address) { return static_cast<ThreadId>((address - kStackBase) / kStackSlot); }

struct Named {
  const __heddle_pos* what;
  uint64_t begin, size;
};

// The local that holds the address, or the one that is nearest.
Named local_near(const OpenFrame& open, uint64_t address) {
  if (open.frame == nullptr) return {open.what, open.base + HEDDLE_GAP, open.size - 2 * HEDDLE_GAP};
  Named best{nullptr, 0, 0};
  uint64_t distance = UINT64_MAX;
  for (uint64_t i = 0; i < open.frame->count; ++i) {
    const __heddle_local& local = open.frame->locals[i];
    const uint64_t begin = open.base + local.offset, end = begin + local.size;
    const uint64_t away = address < begin ? begin - address : address >= end ? address - end + 1 : 0;
    if (away >= distance) continue;
    distance = away;
    best = {local.what, begin, local.size};
  }
  return best;
}

// Who ended the life of what was there.
Culprit ended_by(uint64_t address) {
  for (uint32_t i = g.event_count; i > 0; --i) {
    const Event& e = g.events[i - 1];
    if (e.op == Op::kFree && address - e.object < e.length) return {e.thread, e.position};
  }
  return {};
}

const char* or_else(const char* text, const char* otherwise) { return text[0] != 0 ? text : otherwise; }

}  // namespace

void frames_reset(Thread& t) { t.open_count = t.open_most = 0; }

void frames_end() {
  Thread& t = self();
  close_below(t, UINT64_MAX);
}

void thread_locals_end() {
  tls_for_each_of_program(self().fs, [](uint64_t begin, uint64_t end) { end_local(begin, end - begin, 0); });
}

void thread_local_failure(uint64_t address, uint64_t position) {
  fail_after(ended_by(address), FindingKind::kUseAfterReturn, position,
             "access to a thread-local variable of a thread that has ended");
}

// In a block that is open: the locals in it and the gaps are what the records say. Elsewhere there was a local once. Below
// the stack pointer nothing has taken its place. Above, it may be memory of code that tells nothing of its locals; but such
// memory goes to functions that this code calls, not to other threads.
bool stack_memory_is_gone(uint64_t address) {
  const ThreadId owner = owner_of(address);
  const Thread& t = g.thread[owner];
  if (frame_around(t, address, 0, t.open_count) != nullptr) return true;
  return owner != g.current || address < program_sp();
}

bool local_at(uint64_t address, uint64_t* begin, uint64_t* size) {
  if (address < kStackBase || address >= kStackBase + kMaxThreads * kStackSlot) return false;
  const Thread& t = g.thread[owner_of(address)];
  const OpenFrame* open = frame_around(t, address, 0, t.open_count);
  if (open == nullptr) return false;
  const Named local = local_near(*open, address);
  *begin = local.begin;
  *size = local.size;
  return address - local.begin < local.size;
}

void stack_failure(uint64_t address, uint64_t position) {
  const ThreadId owner = owner_of(address);
  const Thread& t = g.thread[owner];
  const OpenFrame* open = frame_around(t, address, 0, t.open_count);
  if (open == nullptr) {
    open = frame_around(t, address, t.open_count, t.open_most);
    const Named local = open != nullptr ? local_near(*open, address) : Named{nullptr, 0, 0};
    const char* ended = t.status == Status::kDone ? "whose thread has ended" : "which has returned";
    if (local.what == nullptr)
      fail_after(ended_by(address), FindingKind::kUseAfterReturn, position,
                 "access to a local variable of a function %s", ended);
    fail_after(ended_by(address), FindingKind::kUseAfterReturn, position, "access to local variable %s of %s, %s",
               or_else(local.what->variable, "(unnamed)"), or_else(local.what->function, "a function"), ended);
  }
  const Named local = local_near(*open, address);
  const char* name = or_else(local.what->variable, "(unnamed)");
  const char* function = or_else(local.what->function, "a function");
  if (address < local.begin)
    fail(FindingKind::kOutOfBounds, position,
         "access %lu bytes before the begin of local variable %s of %s, of %lu bytes", local.begin - address, name,
         function, local.size);
  if (address >= local.begin + local.size)
    fail(FindingKind::kOutOfBounds, position,
         "access %lu bytes behind the end of local variable %s of %s, of %lu bytes",
         address - local.begin - local.size + 1, name, function, local.size);
  fail_after(ended_by(address), FindingKind::kUseAfterScope, position,
             "access to local variable %s of %s after the block that it was declared in was left", name, function);
}

}  // namespace heddle::rt

using namespace heddle;
using namespace heddle::rt;

// The stack pointer of the caller.
#define CALLERS_SP (reinterpret_cast<uint64_t>(__builtin_frame_address(0)) + 16)

HEDDLE_API void __heddle_frame_begin(void* block, const __heddle_frame* frame) {
  if (g.mode != Mode::kRun) return;
  const uint64_t base = at(block);
  if (!open_next(self(), base, frame->size, CALLERS_SP, frame, nullptr)) return;
  uint64_t done = base;
  for (uint64_t i = 0; i < frame->count; ++i) {
    const __heddle_local& local = frame->locals[i];
    const uint64_t address = base + local.offset;
    shadow_gap(done, address & ~uint64_t{7});
    if (local.flags & HEDDLE_LOCAL_SCOPED) shadow_expect_local(address);
    else begin_local(address, local.size, local.what);
    done = (address + local.size + 7) & ~uint64_t{7};
  }
  shadow_gap(done, base + frame->size);
}

HEDDLE_API void __heddle_frame_end(void* block, const __heddle_pos* where) {
  if (g.mode != Mode::kRun) return;
  Thread& t = self();
  const uint64_t base = at(block);
  close_below(t, base);
  if (t.open_count > 0 && t.open[t.open_count - 1].base == base) close_last(t, where);
}

HEDDLE_API void __heddle_scope_begin(void* local, const __heddle_local* what) {
  if (g.mode != Mode::kRun || !on_my_stack(at(local))) return;
  spin_life(at(local), what->size);
  begin_local(at(local), what->size, what->what);
}

HEDDLE_API void __heddle_scope_end(void* local, const __heddle_local* what, const __heddle_pos* where) {
  if (g.mode != Mode::kRun || !on_my_stack(at(local)) || scope_is_over(at(local))) return;
  spin_life(at(local), what->size);
  end_local(at(local), what->size, key(where));
}

HEDDLE_API void __heddle_dynamic_begin(void* memory, uint64_t size, const __heddle_pos* what) {
  if (g.mode != Mode::kRun) return;
  const uint64_t address = at(memory), behind = (address + size + 7) & ~uint64_t{7};
  if (!open_next(self(), address - HEDDLE_GAP, size + 2 * HEDDLE_GAP, CALLERS_SP, nullptr, what)) return;
  shadow_gap(address - HEDDLE_GAP, address);
  begin_local(address, size, what);
  shadow_gap(behind, (address + size + HEDDLE_GAP) & ~uint64_t{7});
}

HEDDLE_API void __heddle_dynamic_end(void* top) {
  if (g.mode == Mode::kRun && on_my_stack(at(top))) close_below(self(), at(top));
}

HEDDLE_API void __heddle_beyond(const void* accessed, uint64_t size, const void* local, uint64_t room,
                                const __heddle_pos* pos) {
  if (g.mode != Mode::kRun) return;
  const char* name = or_else(pos->variable, "(unnamed)");
  if (at(accessed) < at(local))
    fail(FindingKind::kOutOfBounds, key(pos), "access %lu bytes before the begin of local variable %s, of %lu bytes",
         at(local) - at(accessed), name, room);
  fail(FindingKind::kOutOfBounds, key(pos), "access %lu bytes behind the end of local variable %s, of %lu bytes",
       at(accessed) + size - at(local) - room, name, room);
}

HEDDLE_API void __heddle_unwound() {
  const uint64_t sp = CALLERS_SP;
  if (g.mode == Mode::kRun && on_my_stack(sp)) close_below(self(), sp);
}
