#include "runtime/program_inputs.h"

#include <utility>

#include "runtime/abi.h"
#include "runtime/failure.h"
#include "runtime/schedule.h"
#include "runtime/spin.h"
#include "runtime/terms.h"
#include "trace/input.h"

namespace heddle::rt {

uint64_t receive(uint32_t bits, uint32_t bytes, uint64_t position) {
  const void* taker = std::exchange(__heddle_passed.from, nullptr);
  if (!has_room()) unsupported(position, "a thread computes more from its inputs than is followed");
  reach(Op::kInput, 0, bits, position, kAtomic);
  uint64_t value = 0;
  for (int k = 0; k < input_steps(bits); ++k)
    value |= static_cast<uint64_t>(choose_value(input_values(bits, k))) << (kBitsOfStep * k);
  record(value);
  spin_dirty();
  TermId term = fill_register(value, bytes);
  if (bits < 8 * bytes)
    term = make_term(TermOp::kTruncate, static_cast<int>(bits), static_cast<int>(8 * bytes), {value, term});
  if (taker == nullptr) {
    ask(term);
  } else {
    __heddle_passed.results_of = taker;
    __heddle_passed.results[0] = term;
  }
  return value;
}

}  // namespace heddle::rt
