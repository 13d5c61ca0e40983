// LoadedAddress: an address that means the same in two processes that loaded their object files at different places.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "trace/run_record.h"

namespace heddle {

using LoadedAddress = std::pair<std::string, uint64_t>;  // object file, address in it

inline LoadedAddress loaded_address(const std::vector<LoadedModule>& modules, uint64_t address) {
  for (const auto& m : modules)
    if (address >= m.begin && address < m.end) return {m.path, address - m.bias};
  return {"", address};
}

// Where it is in a process with these modules, if it is there.
inline std::optional<uint64_t> address_in(const std::vector<LoadedModule>& modules, const LoadedAddress& address) {
  if (address.first.empty()) return address.second;
  for (const auto& m : modules)
    if (m.path == address.first && address.second + m.bias >= m.begin && address.second + m.bias < m.end)
      return address.second + m.bias;
  return std::nullopt;
}

}  // namespace heddle
