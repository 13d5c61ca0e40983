#include "runtime/program_inputs.h"

#include <utility>

#include "runtime/abi.h"
#include "runtime/failure.h"
#include "runtime/schedule.h"
#include "runtime/spin.h"
#include "base/hash.h"
#include "runtime/terms.h"
#include "trace/input.h"

namespace heddle::rt {
namespace {

// What an input is that the schedule does not name: 0, so that runs are simple. But a loop that asks for one in each round, and goes
// on with 0, would never end; so what is asked for at one position for the fifth time in a run, and later, is each time something else: 1
// to 7 again and again, now and then all bits, or a larger number.
constexpr uint32_t kSame = 4;
constexpr uint32_t kSameBytes = 5000;  // single bytes are asked for one after the other where a buffer is an input
constexpr uint32_t kPlaces = 256;      // those that share a place here vary a little sooner

uint32_t asked_for[kPlaces];  // how often in this run, by position
std::size_t named = 0;        // steps that the schedule names
bool varies = false;          // behind them values are not drawn
bool small =
    false;  // they are drawn from 0 to 7: what is drawn from all numbers is hardly ever what a program asks for

uint64_t unnamed_value(uint32_t times, uint32_t bits) {
  const uint32_t same = bits == 8 ? kSameBytes : kSame;
  if (times < same) return 0;
  const uint32_t round = times - same + 1;
  return round % 16 == 0 ? ~uint64_t{0} : round % 16 == 8 ? round : round % 8;
}

}  // namespace

void inputs_reset(const Schedule& schedule) {
  for (uint32_t& times : asked_for) times = 0;
  named = schedule.prefix.size();
  varies = schedule.tail != Tail::kRandom && schedule.tail != Tail::kPct;
  small = !varies && schedule.seed % 2 != 0;
}

uint64_t receive(uint32_t bits, uint32_t bytes, uint64_t position) {
  const void* taker = std::exchange(__heddle_passed.from, nullptr);
  if (!has_room()) unsupported(position, "a thread computes more from its inputs than is followed");
  reach(Op::kInput, 0, bits, position, kAtomic);
  uint64_t value = 0;
  const uint64_t unnamed = unnamed_value(asked_for[mix(position) % kPlaces]++, bits);
  for (int k = 0; k < input_steps(bits); ++k) {
    const bool is_named = g.chooser.steps() < named;
    const int values = input_values(bits, k);
    int pick = choose_value(values);
    if ((varies || small) && !is_named && g.mode == Mode::kRun) {
      pick = small ? (k == 0 ? pick % 8 : 0) : input_pick(unnamed, k) % values;
      g.steps[g.step_count - 1].pick = static_cast<uint16_t>(pick);
    }
    value |= static_cast<uint64_t>(pick) << (kBitsOfStep * k);
  }
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
