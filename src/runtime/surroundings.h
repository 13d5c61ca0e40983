// What a process has besides its memory: working directory, umask, limits, name. What a run changes of it is put back.
#pragma once
#include <cstdint>

namespace heddle::rt {

// The system calls that change it, or look at it.
bool surroundings_call(long number, const long* a, uint64_t position, long* answer);
// Set by whoever changes something that `surroundings_restore` has to look at.
extern bool surroundings_changed;
void surroundings_restore_slowly();
inline void surroundings_restore() {
  if (__builtin_expect(surroundings_changed, 0)) surroundings_restore_slowly();
}

}  // namespace heddle::rt
