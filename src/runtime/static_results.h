// Memory of the C library's own that some functions write and return a pointer to, such as that of localtime. Programs read it
// there, so it is tracked like memory of the program.
#pragma once
#include <cstdint>
#include <span>

namespace heddle::rt {

struct StaticResult {
  uint64_t at, size;
};
// Before the first run: asks functions that the program names for their memory.
void static_results_start();
// Finds out where it is, if that is not known yet. From then on it is tracked.
void find_static_results();
// What the function of this name writes: nothing as long as that is not known.
std::span<const StaticResult> static_results(const char* function);
// The function returned a pointer to this memory. True if that is news: nobody else can know it yet.
bool learn_static_result(const char* function, StaticResult result);

}  // namespace heddle::rt
