// Reads records (format.h) out of the bytes of a section. Whatever does not fit the format ends the reading: damaged input is
// no facts, not a crash.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "facts/format.h"

namespace heddle::facts {

// A section as it lies in memory, or as it would.
struct Section {
  std::vector<std::byte> bytes;
  uint64_t address = 0;
};

struct CallRecord {
  CallRow row;
  std::vector<uint32_t> arguments;
  uint64_t name() const { return row.name[1] * (uint64_t{1} << 32) + row.name[0]; }
};

struct FunctionRecord {
  Header header{};
  uint64_t address = 0;  // of the record
  std::vector<SiteRow> sites;
  std::vector<EdgeRow> edges;
  std::vector<MemoryRow> memory;
  std::vector<CallRecord> calls;
  uint64_t name() const { return header.name[1] * (uint64_t{1} << 32) + header.name[0]; }
};

// Appends the section's records. False if it is damaged; what was read until then stays.
bool read_records(const Section& section, std::vector<FunctionRecord>& records);

}  // namespace heddle::facts
