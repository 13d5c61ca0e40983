// Hashing and the small random generator that every seeded part of Heddle uses.
#pragma once
#include <cstdint>

namespace heddle {

constexpr uint64_t mix(uint64_t h) {
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93ull;
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93ull;
  h ^= h >> 32;
  return h;
}
constexpr uint64_t mix(uint64_t a, uint64_t b) { return mix(a * 0x9e3779b97f4a7c15ull + b + 0x2545f4914f6cdd1dull); }

// splitmix64: one word of state, good enough for choosing schedules, identical everywhere.
class Random {
 public:
  explicit constexpr Random(uint64_t seed = 0) : state_(seed) {}
  constexpr uint64_t next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  // Uniform in [0, n); n > 0.
  constexpr uint32_t below(uint32_t n) { return static_cast<uint32_t>((next() >> 32) * n >> 32); }

 private:
  uint64_t state_;
};

}  // namespace heddle
