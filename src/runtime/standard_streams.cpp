#include "runtime/standard_streams.h"

#include <dlfcn.h>

#include "runtime/state.h"

namespace heddle::rt {
namespace {

constexpr const char* kNames[] = {"_ZSt4cout",  "_ZSt4cerr",  "_ZSt4clog",  "_ZSt3cin",
                                  "_ZSt5wcout", "_ZSt5wcerr", "_ZSt5wclog", "_ZSt4wcin"};
constexpr int kCount = 8;
constexpr uint64_t kSize = 288;  // of a std::wistream, the largest of them
uint64_t objects[kCount];

}  // namespace

void find_standard_streams() {
  uint64_t begin = UINT64_MAX, end = 0;
  for (int i = 0; i < kCount; ++i) {
    objects[i] = reinterpret_cast<uint64_t>(dlsym(RTLD_DEFAULT, kNames[i]));
    if (objects[i] == 0 || objects[i] >= kLowEnd) continue;  // not in the program
    if (objects[i] < begin) begin = objects[i];
    if (objects[i] + kSize > end) end = objects[i] + kSize;
  }
  if (begin >= end) return;
  g.standard_streams = begin;
  g.standard_streams_size = end - begin;
}

bool is_in_standard_stream(uint64_t address) {
  for (const uint64_t object : objects)
    if (object != 0 && address - object < kSize) return true;
  return false;
}

}  // namespace heddle::rt
