// One call of a library function while it is under way: what outside.cpp notes when it begins, and outside_end.cpp needs when it
// is over.
#pragma once
#include "outside/effects.h"
#include "runtime/abi.h"
#include "runtime/state.h"

namespace heddle::rt {

using outside::Effect;
using outside::Effects;
using outside::Size;
using What = Effect::What;

constexpr uint64_t kPage = 4096;
constexpr uint64_t kScratch = 16 << 20;  // for contents, of one thread
constexpr int kMostRanges = 40;
constexpr int kMostBlocks = 1024;
constexpr uint64_t kInternet4 = 2;  // AF_INET

// A range that the function writes, or that it read and others can change.
struct Range {
  uint64_t at;
  uint64_t size;  // of what was read; the most that may be written
  char* kept;     // what was read; null if it is written
  char* before;   // what is there when the function is called
  Size written;   // how much it writes, if that is known only afterwards
  bool edits;     // only what differs afterwards
  bool counted;   // an output of scanf, which says how many of them it filled
  bool position;  // … of %n, which is not counted
  bool atomic;    // under a lock of the library's
  bool part;      // of a list of ranges, of which as much is written as the function returns
};

struct Call {
  Call* outer;
  const uint64_t* arguments;
  bool allocates;
  int count;
  int blocks;  // that it allocated for the program
  uint64_t block[kMostBlocks];
  Range range[kMostRanges];
};

// As in struct iovec.
struct Piece {
  uint64_t at, size;
};

// Room for contents, of the current thread; null if there is no more.
void* take_room(uint64_t size);
// A copy of memory; null if it is too large, which the verdict then says.
char* take_copy(uint64_t at, uint64_t size);

// How many bytes a string takes there, with its end if that is within the limit.
uint64_t string_bytes(uint64_t at, uint64_t limit);
uint64_t wide_bytes(uint64_t at, uint64_t limit);

// What is known of one call while it begins or ends.
class Reader {
 public:
  Reader(const __heddle_site& site, const uint64_t* arguments, uint32_t count)
      : site_(site), arguments_(arguments), count_(count) {}

  uint64_t argument(uint8_t number) const { return number == 0 || number > count_ ? 0 : arguments_[number - 1]; }

  bool happens(const Effect& e) const {
    if (argument(e.unless) != 0 || (e.given != 0 && argument(e.given) == 0)) return false;
    return e.when == 0 || static_cast<uint32_t>(argument(e.when)) == e.when_is;
  }

  // 0 also for what is no address: FE_DFL_ENV, LC_GLOBAL_LOCALE and their like are small negative numbers.
  uint64_t pointer(const Effect& e) const {
    const uint64_t p = argument(e.argument);
    if (!happens(e) || p > ~uint64_t{kPage}) return 0;
    return e.indirect && p != 0 ? *reinterpret_cast<const uint64_t*>(p) : p;
  }

  uint64_t bytes(const Size& size, int64_t result = 0) const {
    if (size.result && result < 0) return 0;
    if (size.address) return argument(1) == kInternet4 ? 4 : 16;
    if (size.minus != 0) return argument(size.factor[0]) - argument(size.minus);
    uint64_t n = size.number;
    for (const uint8_t factor : size.factor)
      if (factor != 0) n *= argument(factor);
    if (size.behind != 0)
      n *= argument(size.behind) == 0 ? 0 : *reinterpret_cast<const uint64_t*>(argument(size.behind));
    if (size.result) n *= static_cast<uint64_t>(result);
    return n + size.more;
  }

 protected:
  const __heddle_site& site_;
  const uint64_t* arguments_;
  uint32_t count_;
};

// The function has returned: what it wrote becomes events.
void end_outside_call(const __heddle_site& site, const uint64_t* arguments, uint32_t count, Call& call, int64_t result,
                      const outside::Effects& effects);

}  // namespace heddle::rt
