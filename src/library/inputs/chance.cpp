// Random numbers and clocks as inputs (--input random, --input clock).
#include <sys/time.h>
#include <time.h>

#include <cstdint>

#include "heddle/heddle.h"
#include "library/inputs/sources.h"

using namespace heddle::inputs;

namespace {

void fill(void* to, size_t size, const char* name) {
  for (size_t i = 0; i < size; ++i) static_cast<unsigned char*>(to)[i] = heddle_input_1(name);
}

long positive(const char* name) { return static_cast<long>(heddle_input_4(name) & 0x7fffffffu); }

// One clock for all, in nanoseconds.
uint64_t now = uint64_t{1700000000} * 1000000000;

}  // namespace

unsigned long heddle::inputs::tick() {
  const uint64_t passed = heddle_input_8("clock") & 0xffffffffffu;  // up to 18 minutes
  return __atomic_add_fetch(&now, passed, __ATOMIC_SEQ_CST);
}

#define NUMBER(RESULT, NAME, PARAMETERS, ARGUMENTS, MINE)   \
  FOLLOWED RESULT HEDDLE_IN(NAME) PARAMETERS {              \
    return wants_random() ? static_cast<RESULT>(MINE) : NAME ARGUMENTS; \
  }
NUMBER(int, rand, (), (), positive("rand"))
NUMBER(int, rand_r, (unsigned* state), (state), positive("rand_r"))
NUMBER(long, random, (), (), positive("random"))
NUMBER(long, lrand48, (), (), positive("lrand48"))
NUMBER(long, nrand48, (unsigned short state[3]), (state), positive("nrand48"))
NUMBER(long, mrand48, (), (), static_cast<int>(heddle_input_4("mrand48")))
NUMBER(long, jrand48, (unsigned short state[3]), (state), static_cast<int>(heddle_input_4("jrand48")))
NUMBER(uint32_t, arc4random, (), (), heddle_input_4("arc4random"))
FOLLOWED uint32_t HEDDLE_IN(arc4random_uniform)(uint32_t bound) {
  if (!wants_random()) return arc4random_uniform(bound);
  if (bound < 2) return 0;
  const uint32_t number = heddle_input_4("arc4random_uniform");
  heddle_assume(number < bound);
  return number;
}
FOLLOWED void HEDDLE_IN(arc4random_buf)(void* to, size_t size) {
  if (wants_random()) fill(to, size, "arc4random_buf");
  else arc4random_buf(to, size);
}

extern "C" ssize_t getrandom(void*, size_t, unsigned);
extern "C" int getentropy(void*, size_t);
FOLLOWED ssize_t HEDDLE_IN(getrandom)(void* to, size_t size, unsigned flags) {
  if (!wants_random()) return getrandom(to, size, flags);
  fill(to, size, "getrandom");
  return static_cast<ssize_t>(size);
}
FOLLOWED int HEDDLE_IN(getentropy)(void* to, size_t size) {
  if (!wants_random() || size > 256) return getentropy(to, size);
  fill(to, size, "getentropy");
  return 0;
}
FOLLOWED time_t HEDDLE_IN(time)(time_t* to) {
  if (!wants_clock()) return time(to);
  const auto seconds = static_cast<time_t>(tick() / 1000000000);
  if (to != nullptr) *to = seconds;
  return seconds;
}
FOLLOWED int HEDDLE_IN(clock_gettime)(clockid_t which, timespec* to) {
  if (!wants_clock()) return clock_gettime(which, to);
  const uint64_t t = tick();
  to->tv_sec = static_cast<time_t>(t / 1000000000);
  to->tv_nsec = static_cast<long>(t % 1000000000);
  return 0;
}
FOLLOWED int HEDDLE_IN(gettimeofday)(timeval* to, void* zone) {
  if (!wants_clock() || to == nullptr) return gettimeofday(to, zone);
  const uint64_t t = tick();
  to->tv_sec = static_cast<time_t>(t / 1000000000);
  to->tv_usec = static_cast<suseconds_t>(t % 1000000000 / 1000);
  return 0;
}
FOLLOWED clock_t HEDDLE_IN(clock)() {
  return wants_clock() ? static_cast<clock_t>((tick() - uint64_t{1700000000} * 1000000000) / 1000) : clock();
}
