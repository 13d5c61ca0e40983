// Effects: what a function outside of the program does, as `functions.txt` and heddle.toml say it. Read without allocating,
// since the runtime does so in the middle of a run.
//
//   Effects effects;
//   if (const char* wrong = parse_effects("reads 1[string]; writes 2[result<=#3]", &effects)) …
#pragma once
#include <cstdint>
#include <string_view>

namespace heddle::outside {

// A number of bytes: number × arguments × result + more; between two pointers; up to the end of a string; or an address of the
// family that the first argument names.
struct Size {
  enum class Kind : uint8_t { kBytes, kString, kWideString };
  Kind kind = Kind::kBytes;
  uint32_t number = 1;         // a constant factor
  uint8_t factor[2] = {0, 0};  // arguments that are factors, counted from 1; 0 for none
  bool result = false;         // what the function returns is a factor
  uint8_t behind = 0;          // what an argument points to is a factor
  uint8_t minus = 0;  // an argument that is taken away from the first of them: where memory ends, and where it begins
  uint32_t more = 0;
  bool address = false;  // of the family that the first argument names
  uint32_t mask = 0;     // only these bits of an argument
};

struct Effect {
  enum class What : uint8_t {
    kReads,
    kWrites,  // memory behind an argument
    kEdits,   // writes to part of it, which is what differs afterwards
    kStatic,  // writes memory of the library's own, to which it returns a pointer
    kPrintf,
    kVprintf,
    kScanf,
    kVscanf,    // what a format says
    kGathers,   // memory of the ranges that a list of them (struct iovec) names: reads it
    kScatters,  // writes as much of it as it returns
    kSets,      // a variable of the library's that programs can name: `state`
    kLends,     // from now on a stream works on this memory of the program's; the stream is an argument or the result
    kHandle,    // works on an object of the library's
    kCloses,    // ends the life of such an object
    kLocks,
    kAsks,
    kRaces,
    kLooks,   // hidden state with a name
    kAlters,  // hidden state of the object that an argument points to, which nothing protects
    kHolds,   // the same, under a lock of the object's own
    kStream,
    kPrints,
    kDescriptor,
    kPath,
    kChanges,  // files
    kOpens,    // one, which is changed or not as another argument says
  };
  What what = What::kReads;
  bool indirect = false;  // the memory that the pointer there points to
  uint8_t argument = 0;   // counted from 1
  uint8_t unless = 0;     // it does not happen if this argument is not null
  uint8_t given = 0;      // it does not happen if this argument is null
  uint8_t when = 0;       // it does not happen unless this argument is `when_is`
  uint32_t when_is = 0;
  bool wide = false;     // the format is one of wide characters
  bool bounded = false;  // `most` holds before the call
  Size size, most;
  std::string_view state;  // of the four kinds of hidden state, and of kSets
};

// How a function says that it failed. It may have written all, some or none of its results then.
enum class Fails : uint8_t { kNever, kNegative, kNull, kNonzero, kArgument };

struct Effects {
  static constexpr int kMost = 16;
  Effect list[kMost];
  int count = 0;
  bool nothing = false, controlled = false, instrumented = false, refused = false, repeats = false, allocates = false;
  bool numbered = false;  // a system call, by its number
  bool deep = false;      // works on memory of the program's that is not said here, and that nobody else knows
  Fails fails = Fails::kNever;
  uint8_t fails_as = 0;  // kArgument: it returns this one, unchanged
  std::string_view own;  // the shape of a function that the pass calls in the runtime; empty for the others
};

// Null, or what is wrong with the text.
const char* parse_effects(std::string_view text, Effects* effects);

constexpr bool is_state(Effect::What what) { return what >= Effect::What::kLocks; }

}  // namespace heddle::outside
