// How a run ends early: a finding, something that cannot be controlled, or a program that cannot be checked.
#pragma once
#include "runtime/state.h"

namespace heddle::rt {

// Ends the run with a finding of the current thread. `format` as in printf (only %s %d %u %lu %lx %p).
[[noreturn]] void fail(FindingKind kind, uint64_t position, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
// Likewise; somebody else has a part in it, by an earlier event. A position of 0: nobody is known.
struct Culprit {
  ThreadId thread = 0;
  uint64_t position = 0;
};
[[noreturn]] void fail_after(const Culprit& culprit, FindingKind kind, uint64_t position, const char* format, ...)
    __attribute__((format(printf, 4, 5)));
// Notes a finding without ending the run (a leak, an exit code).
void note_finding(FindingKind kind, ThreadId thread, uint64_t position, uint64_t object, const char* format, ...)
    __attribute__((format(printf, 5, 6)));

[[noreturn]] void null_failure(uint64_t address, bool write, uint64_t position);
[[noreturn]] void wild_failure(uint64_t address, bool write, uint64_t position);
// An access to heap memory that is not allocated; finds out which kind it is.
[[noreturn]] void heap_failure(uint64_t address, uint64_t position);

// The run did something that cannot be controlled: it ends, and the verdict is inconclusive.
[[noreturn]] void unsupported(uint64_t position, const char* format, ...) __attribute__((format(printf, 2, 3)));
// The run is longer than allowed: it ends, and the reason names the loop in which the current thread goes round.
[[noreturn]] void step_limit();
// The run reached another limit: likewise.
[[noreturn]] void limit_reached(const char* format, ...) __attribute__((format(printf, 1, 2)));
// "Verified" is impossible because of this, but the run goes on. The first reason is kept.
void uncontrolled(const char* format, ...) __attribute__((format(printf, 1, 2)));

// The program cannot be checked at all. Ends the process.
[[noreturn]] void refuse(const char* why);

// Ends the run and returns to the engine.
[[noreturn]] void end_run(Outcome outcome);

// Pages for the runtime's own use, zeroed, never given back; and whether an address lies in such pages or in
// the runtime's own data, where the program has no business.
void* our_pages(uint64_t size);
bool is_our_memory(uint64_t address, uint64_t size);
void add_our_memory(uint64_t begin, uint64_t end);

}  // namespace heddle::rt
