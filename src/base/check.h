// CHECK: an invariant of Heddle itself. A failure is our bug, never the user's, so it is on in
// release builds, says where, and stops the process.
#pragma once
#include <cstdio>
#include <cstdlib>

namespace heddle {

[[noreturn]] inline void check_failed(const char* what, const char* file, int line) {
  std::fprintf(stderr,
               "heddle: internal error: %s (%s:%d)\n"
               "This is a bug in Heddle. Please report it with the command that showed it.\n",
               what, file, line);
  std::fflush(stderr);
  __builtin_trap();
}

}  // namespace heddle

#define CHECK(condition) \
  (__builtin_expect(!!(condition), 1) ? (void)0 : ::heddle::check_failed(#condition, __FILE__, __LINE__))
