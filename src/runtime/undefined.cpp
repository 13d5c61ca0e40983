// What programs compiled with -fsanitize=undefined call where they did something that C and C++ leave undefined: a finding there.
// The sanitizer's own runtime is not linked.
#include "runtime/failure.h"
#include "runtime/interpose.h"

using namespace heddle;
using namespace heddle::rt;

namespace {

void undefined(uint64_t position, const char* what) {
  if (controlled()) fail(FindingKind::kAssertion, position, "undefined behavior: %s", what);
  real.abort();
}

}  // namespace

#define HANDLER(NAME, WHAT)                                          \
  HEDDLE_API void __ubsan_handle_##NAME() { undefined(HERE, WHAT); } \
  HEDDLE_API void __ubsan_handle_##NAME##_abort() { undefined(HERE, WHAT); }
HANDLER(add_overflow, "an addition of signed integers overflows")
HANDLER(sub_overflow, "a subtraction of signed integers overflows")
HANDLER(mul_overflow, "a multiplication of signed integers overflows")
HANDLER(negate_overflow, "the negation of a signed integer overflows")
HANDLER(divrem_overflow, "a division by zero, or one that overflows")
HANDLER(shift_out_of_bounds, "a shift by too much, by a negative amount, or of a value that does not fit")
HANDLER(out_of_bounds, "an index is outside of its array")
HANDLER(pointer_overflow, "arithmetic on a pointer overflows")
HANDLER(type_mismatch_v1, "a pointer is null, misaligned or to too small an object")
HANDLER(alignment_assumption, "a pointer is not aligned as was promised")
HANDLER(vla_bound_not_positive, "an array of variable length has no positive length")
HANDLER(load_invalid_value, "a value that its type does not have")
HANDLER(float_cast_overflow, "a floating-point number is outside of the type it is converted to")
HANDLER(implicit_conversion, "a conversion changes the value")
HANDLER(invalid_builtin, "a builtin function is called with a value that it is not defined for")
HANDLER(nonnull_arg, "null is passed where it was promised not to be")
HANDLER(nonnull_return_v1, "null is returned where it was promised not to be")
HANDLER(nullability_arg, "null is passed where it was promised not to be")
HANDLER(nullability_return_v1, "null is returned where it was promised not to be")
HEDDLE_API void __ubsan_handle_builtin_unreachable() { undefined(HERE, "code is reached that was promised not to be"); }
HEDDLE_API void __ubsan_handle_missing_return() { undefined(HERE, "a function ends without returning a value"); }
