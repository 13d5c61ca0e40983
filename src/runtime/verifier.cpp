// What a program says to the checker: heddle.h, and the functions of the verification competition.
#include <cstdio>
#include <type_traits>

#include "heddle/heddle.h"
#include "runtime/body.h"
#include "runtime/program_inputs.h"
#include "runtime/interpose.h"
#include "runtime/terms.h"

using namespace heddle;
using namespace heddle::rt;

namespace {

void assume(bool condition) {
  if (condition || !controlled()) return;
  if (g.mode != Mode::kRun) refuse_early("an assumption does not hold");
  stop_thread();
}

int choose(int count, uint64_t position) {
  if (!running() || count <= 1) return 0;
  if (count > 65535) unsupported(position, "heddle_choose of more than 65535 values");
  reach(Op::kChoose, 0, static_cast<uint32_t>(count), position, kAtomic);
  const int value = choose_value(count);
  record(static_cast<uint64_t>(value));
  spin_dirty();
  return value;
}

// Where values are not followed, an input of a type with too many values to try all: a few that matter, and no claim of
// completeness.
template <class T>
T sample(const char* type, uint64_t position) {
  if (!g.discovery)
    uncontrolled(
        "the program asks for an input (__VERIFIER_nondet_%s): only 0, 1, -1, 2 and the extreme values are tried",
        type);
  constexpr T kMin = T(-1) < T(0) ? static_cast<T>(T{1} << (sizeof(T) * 8 - 1)) : T{0};
  constexpr T kMax = static_cast<T>(~kMin);
  static constexpr T kValues[] = {0, 1, static_cast<T>(-1), 2, kMin, kMax};
  return kValues[choose(T(-1) < T(0) ? 6 : 4, position)];
}

template <class T>
T input(const char* type, uint64_t position) {
  constexpr bool kBool = std::is_same_v<T, bool>;
  if (!running()) return T{};
  if (following()) return static_cast<T>(receive(kBool ? 1 : 8 * sizeof(T), sizeof(T), position));
  if constexpr (kBool) return choose(2, position) != 0;
  else return sample<T>(type, position);
}

[[noreturn]] void reached(const char* name, uint64_t position) {
  if (controlled()) fail(FindingKind::kAssertion, position, "%s was called", name);
  fprintf(stderr, "%s was called\n", name);
  real.abort();
  __builtin_unreachable();
}

// A section that runs as one step. Others may run before its first event; from there to its end no other is picked. Where it
// has to wait for a lock or a semaphore, or may have to for something else, others go on if they like, and what is left of it
// is a section of its own.
void atomic_section(int change) {
  if (!running()) return;
  int& depth = self().atomic_depth;
  depth += change;
  if (depth < 0) depth = 0;
  if (depth == 0) break_section();
}

}  // namespace

HEDDLE_API void heddle_assume(int condition) { assume(condition != 0); }
HEDDLE_API void heddle_assert(int condition) {
  if (condition) return;
  if (controlled()) fail(FindingKind::kAssertion, HERE, "heddle_assert failed");
  fprintf(stderr, "heddle_assert failed\n");
  real.abort();
}
HEDDLE_API int heddle_choose(int n) { return choose(n, HERE); }

HEDDLE_API void __VERIFIER_assume(int condition) { assume(condition != 0); }
HEDDLE_API void __VERIFIER_assert(int condition) {
  if (!condition) reached("__VERIFIER_assert", HERE);
}
HEDDLE_API void __VERIFIER_error() { reached("__VERIFIER_error", HERE); }
HEDDLE_API void reach_error() { reached("reach_error", HERE); }
HEDDLE_API void __VERIFIER_atomic_begin() { atomic_section(+1); }
HEDDLE_API void __VERIFIER_atomic_end() { atomic_section(-1); }

HEDDLE_API uint8_t heddle_input_1(const char*) { return input<uint8_t>("u8", HERE); }
HEDDLE_API uint16_t heddle_input_2(const char*) { return input<uint16_t>("u16", HERE); }
HEDDLE_API uint32_t heddle_input_4(const char*) { return input<uint32_t>("u32", HERE); }
HEDDLE_API uint64_t heddle_input_8(const char*) { return input<uint64_t>("u64", HERE); }

#define NONDET(NAME, TYPE) \
  HEDDLE_API TYPE __VERIFIER_nondet_##NAME() { return input<TYPE>(#NAME, HERE); }
NONDET(bool, bool)
NONDET(_Bool, bool)
NONDET(char, char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(unsigned, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(size_t, unsigned long)
NONDET(u8, unsigned char)
NONDET(u16, unsigned short)
NONDET(u32, unsigned)
NONDET(u64, unsigned long)
HEDDLE_API float __VERIFIER_nondet_float() { return running() ? static_cast<float>(sample<int>("float", HERE)) : 0; }
HEDDLE_API double __VERIFIER_nondet_double() {
  return running() ? static_cast<double>(sample<int>("double", HERE)) : 0;
}
// In place of the next one where the program only looks whether the pointer is null.
HEDDLE_API void* heddle_input_flag() { return reinterpret_cast<void*>(uintptr_t{input<bool>("pointer", HERE)}); }
HEDDLE_API void* __VERIFIER_nondet_pointer() {
  uncontrolled("the program asks for a pointer as input (__VERIFIER_nondet_pointer): only null is tried");
  return nullptr;
}
