// Sources of inputs that a program reads by itself, as the user named them (--input): arguments, the environment, standard input,
// files, random numbers, the clock.
//
// The bytes of a source are received once, by the main thread before main: so they have the same names in every schedule, and
// whoever reads a file twice reads the same. What reads them is compiled with the pass (streams.cpp, formatted.cpp).
#pragma once
#include <pthread.h>

#include <cstdarg>

#include "library/inputs/names.h"
#include "runtime/abi.h"

namespace heddle::inputs {

inline constexpr int kMostSources = 16;

// Something to be read from: standard input, a file, or text in memory.
struct Source {
  const char* name = nullptr;  // of the file; null for standard input and for text
  const unsigned char* bytes = nullptr;
  size_t size = 0;    // bytes that there are
  size_t at = 0;      // the next one to be read
  bool text = false;  // a zero ends it
  bool end = false;   // a read came to its end
  FILE* stream = nullptr;  // that the program has for it
  int descriptor = -1;     // likewise
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
};

// The source behind a stream or a descriptor of the program; null: it is none.
Source* source_of(FILE* stream);
Source* source_of(int descriptor);
// By its name; null: it is none.
Source* source_named(const char* path);

// Threads read one after the other.
class Reading {
 public:
  explicit Reading(Source& source) : source_(source) { pthread_mutex_lock(&source_.lock); }
  ~Reading() {
    pthread_mutex_unlock(&source_.lock);
    __heddle_source_read();
  }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

 private:
  Source& source_;
};

// The next byte, or EOF. `back`: it was not wanted.
inline int next_byte(Source& s) {
  if (s.at >= s.size || (s.text && s.bytes[s.at] == 0)) {
    s.end = true;
    return EOF;
  }
  return s.bytes[s.at++];
}

inline void back(Source& s, int c) {
  if (c != EOF) --s.at;
}

// As scanf.
int read_formatted(Source& source, const char* format, va_list list);

bool wants_random();
bool wants_clock();
// The time in nanoseconds: each look at the clock advances it by an input.
unsigned long tick();

}  // namespace heddle::inputs
