// The pass leaves out what it judges to make no difference: accesses to private memory, rounds of loops that repeat
// themselves, results that nobody looks at. HEDDLE_JUDGEMENTS=off (heddle check --judgements off) takes all of it back: each
// access is an event, no loop is known to repeat itself. That is slow, and it is what tools/fuzz-pass compares with.
#pragma once
#include <llvm/ADT/StringRef.h>

namespace heddle {

// False if the pass is to judge nothing.
bool judging();

// Faults for tools/fuzz-pass --mutants, which must find each. Only in the plugin of that tool: the real pass has none.
#ifdef HEDDLE_PASS_MUTANTS
bool broken(llvm::StringRef name);  // HEDDLE_MUTANT is `name`, and the pass is judging
#else
constexpr bool broken(const char*) { return false; }
#endif

}  // namespace heddle
