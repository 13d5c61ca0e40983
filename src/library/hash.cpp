// The hash of strings and of other rows of bytes, for std::hash. Which values it gives is nobody's business but this file's.
#include <bits/hash_bytes.h>

#include <cstdint>
#include <cstring>

#define WEAK __attribute__((weak))  // a program linked with libstdc++.a may bring the original

namespace std {

WEAK size_t _Hash_bytes(const void* bytes, size_t length, size_t seed) {
  constexpr uint64_t kMany = 0xd6e8feb86659fd93ull;
  const auto* p = static_cast<const unsigned char*>(bytes);
  uint64_t hash = seed ^ length * kMany;
  for (; length > 0;) {
    const size_t piece = length < 8 ? length : 8;
    uint64_t word = 0;
    memcpy(&word, p, piece);
    hash = (hash ^ word) * kMany;
    hash ^= hash >> 32;
    p += piece;
    length -= piece;
  }
  return hash;
}

WEAK size_t _Fnv_hash_bytes(const void* bytes, size_t length, size_t seed) {
  const auto* p = static_cast<const unsigned char*>(bytes);
  for (; length > 0; --length) seed = (seed ^ *p++) * 1099511628211u;
  return seed;
}

}  // namespace std
