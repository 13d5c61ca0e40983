// Objects of the library's own that a program holds by a pointer: streams of files and of directories. To use one whose life has
// ended is a bug of the program. And streams work on memory that the program lent them: setvbuf, fmemopen, open_memstream.
#pragma once
#include <cstdint>
#include <span>

#include "outside/effects.h"

namespace heddle::rt {

// Ends the run with a finding if the object was closed in this run.
void check_handle(uint64_t handle, const char* function, uint64_t position);
void note_closed(uint64_t handle, uint64_t position);
// A function returned this: if it is the place of an object that was closed, there is a new one now.
void note_returned(uint64_t handle);

struct Lent {
  uint64_t stream;
  uint64_t at, size;
  bool behind;  // the memory that the pointer at `at` points to
};
void lend(const Lent& memory);
// All that was lent in this run, to any stream.
std::span<const Lent> lent_memory();

// The block that the pointer points to; 0 if it does not: a stream in memory sets it when it is flushed.
uint64_t block_behind(const Lent& memory);

// The variable of the library's with this name, from now on tracked like memory of the program; 0 if there is none.
uint64_t library_variable(std::string_view name, uint64_t size);
// Before the first run: all that the table names.
void track_library_variables();

}  // namespace heddle::rt
