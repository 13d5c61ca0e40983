// Random numbers and clocks of the C++ library as inputs.
#include <chrono>
#include <cstdint>

#include "heddle/heddle.h"
#include "library/inputs/sources.h"

using namespace heddle::inputs;

extern "C" unsigned random_device_number(void*) __asm__("_ZNSt13random_device9_M_getvalEv");
FOLLOWED unsigned HEDDLE_IN(_ZNSt13random_device9_M_getvalEv)(void* device) {
  return wants_random() ? heddle_input_4("random_device") : random_device_number(device);
}

FOLLOWED int64_t HEDDLE_IN(_ZNSt6chrono3_V212steady_clock3nowEv)() {
  return wants_clock() ? static_cast<int64_t>(tick()) : std::chrono::steady_clock::now().time_since_epoch().count();
}
FOLLOWED int64_t HEDDLE_IN(_ZNSt6chrono3_V212system_clock3nowEv)() {
  return wants_clock() ? static_cast<int64_t>(tick()) : std::chrono::system_clock::now().time_since_epoch().count();
}
