// What call sites say of the functions they call, read once: many are called in every run.
#pragma once
#include <cstdint>
#include <string_view>

#include "outside/effects.h"
#include "runtime/abi.h"

namespace heddle::rt {

struct Said {
  const void* key;
  outside::Effects effects;
  uint64_t hidden[outside::Effects::kMost];  // the object of each effect that uses hidden state with a name
  uint64_t name;                             // a hash of the function's name
  bool wrong;                                // the text is none
};

uint64_t hash_of_name(const char* name);
// What the text says about the function of this name, for good: `key`, which is not null, stands for both. Null if there is no
// room for more.
const Said* said_about(const void* key, std::string_view text, const char* name);

}  // namespace heddle::rt
