#include "runtime/said.h"

#include "base/hash.h"
#include "runtime/failure.h"
#include "runtime/hidden.h"
#include "runtime/state.h"

namespace heddle::rt {
namespace {

constexpr uint64_t kSlots = 1 << 16, kMost = kSlots / 4 * 3, kChunk = 32;
Said* table[kSlots];
uint64_t used;
Said* chunk;  // entries that are not in use yet

Said* new_entry() {
  if (used % kChunk == 0) chunk = static_cast<Said*>(our_pages(kChunk * sizeof(Said)));
  ++used;
  return chunk++;
}

}  // namespace

uint64_t hash_of_name(const char* name) {
  uint64_t hash = 0;
  for (; *name != 0; ++name) hash = mix(hash, static_cast<unsigned char>(*name));
  return hash;
}

const Said* said_about(const void* key, std::string_view text, const char* name) {
  uint64_t slot = mix(0, reinterpret_cast<uint64_t>(key)) % kSlots;
  for (; table[slot] != nullptr; slot = (slot + 1) % kSlots)
    if (table[slot]->key == key) return table[slot];
  if (used == kMost) return nullptr;
  Said* s = table[slot] = new_entry();
  s->key = key;
  s->effects = {};
  s->wrong = outside::parse_effects(text, &s->effects) != nullptr;
  for (int i = 0; i < s->effects.count; ++i)
    if (!s->effects.list[i].state.empty()) s->hidden[i] = hidden_object(s->effects.list[i].state);
  s->name = hash_of_name(name);
  return s;
}

}  // namespace heddle::rt
