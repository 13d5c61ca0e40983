#include "report/place_names.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>

namespace heddle {
namespace {

constexpr uint64_t kGranule = 8;
constexpr uint64_t kMost = 1 << 20;
// A granule of which only some bytes are shared, see runtime/shadow.h.
constexpr uint64_t kByBytes = 2;
constexpr int kMaskShift = 56;

struct Range {
  std::string base;  // a symbol, or "" for plain addresses
  uint64_t offset = 0;
  uint64_t count = 1;
};

// A variable need not begin at a granule's border: the name says the granule of its first byte.
Range range_of(uint64_t place, const ElfFile* program) {
  if (program != nullptr)
    for (uint64_t byte = place; byte < place + kGranule; ++byte)
      if (auto symbol = program->unique_symbol_at(byte)) {
        const uint64_t begin = (byte - symbol->offset) / kGranule * kGranule;
        return {symbol->name, place - begin, 1};
      }
  return {"", place, 1};
}

std::string word_of(const Range& range) {
  char text[64];
  std::snprintf(text, sizeof text, range.base.empty() ? "0x%llx" : "+%llu",
                static_cast<unsigned long long>(range.offset));
  std::string word = range.base + text;
  if (range.count > 1) word += "*" + std::to_string(range.count);
  return word;
}

std::optional<uint64_t> number(std::string_view text, int base) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::vector<std::string> write_places(std::vector<uint64_t> places, const ElfFile* program) {
  std::sort(places.begin(), places.end());
  std::vector<std::string> words;
  for (size_t i = 0; i < places.size();) {
    if (places[i] & kByBytes) {
      const uint64_t place = places[i++];
      const uint64_t granule = place & ((uint64_t{1} << kMaskShift) - kGranule);
      char bytes[8];
      std::snprintf(bytes, sizeof bytes, "/%02x", static_cast<unsigned>(place >> kMaskShift));
      words.push_back(word_of(range_of(granule, program)) + bytes);
      continue;
    }
    Range range = range_of(places[i], program);
    const uint64_t first = places[i];
    for (++i; i < places.size() && places[i] == first + kGranule * range.count; ++i) {
      const Range next = range_of(places[i], program);
      if (next.base != range.base || next.offset != range.offset + kGranule * range.count) break;
      ++range.count;
    }
    words.push_back(word_of(range));
  }
  return words;
}

std::vector<uint64_t> read_places(const std::vector<std::string>& words, const ElfFile* program) {
  std::vector<uint64_t> places;
  for (std::string_view word : words) {
    std::optional<uint64_t> count = 1;
    if (const size_t star = word.rfind('*'); star != std::string_view::npos) {
      count = number(word.substr(star + 1), 10);
      word = word.substr(0, star);
    }
    uint64_t by_bytes = 0;
    if (const size_t slash = word.rfind('/'); slash != std::string_view::npos) {
      const auto bytes = number(word.substr(slash + 1), 16);
      if (!bytes || *bytes > 0xff) continue;
      by_bytes = kByBytes | *bytes << kMaskShift;
      word = word.substr(0, slash);
    }
    std::optional<uint64_t> begin;
    if (word.starts_with("0x")) {
      begin = number(word.substr(2), 16);
    } else if (const size_t plus = word.rfind('+'); plus != std::string_view::npos && program != nullptr) {
      const auto symbol = program->address_of(std::string(word.substr(0, plus)));
      const auto offset = number(word.substr(plus + 1), 10);
      if (symbol && offset) begin = *symbol / kGranule * kGranule + *offset;
    }
    if (!begin || !count || *count > kMost) continue;
    for (uint64_t i = 0; i < *count; ++i) places.push_back((*begin + kGranule * i) | by_bytes);
  }
  return places;
}

}  // namespace heddle
