#include "facts/record_reader.h"

#include <cstring>

namespace heddle::facts {
namespace {

class Cursor {
 public:
  Cursor(const std::byte* at, size_t words) : at_(at), left_(words) {}

  template <class T>
  bool take(T& row) {
    if (left_ < sizeof(T) / 4) return false;
    std::memcpy(&row, at_, sizeof(T));
    at_ += sizeof(T);
    left_ -= sizeof(T) / 4;
    return true;
  }
  template <class T>
  bool take(std::vector<T>& rows, size_t count) {
    if (count > left_) return false;
    rows.resize(count);
    for (T& row : rows)
      if (!take(row)) return false;
    return true;
  }
  size_t left() const { return left_; }

 private:
  const std::byte* at_;
  size_t left_;
};

bool read_record(Cursor cursor, FunctionRecord& r) {
  if (!cursor.take(r.header) || !cursor.take(r.sites, r.header.sites) || !cursor.take(r.edges, r.header.edges) ||
      !cursor.take(r.memory, r.header.memory))
    return false;
  while (cursor.left() > 0) {
    CallRecord& call = r.calls.emplace_back();
    if (!cursor.take(call.row) || !cursor.take(call.arguments, call.row.arguments)) return false;
  }
  const auto is_node = [&](uint32_t n) { return n == kNoNode || n < r.header.nodes; };
  if (r.header.nodes < kFirstParameter + size_t{r.header.parameters} ||
      r.header.nodes > 16 * size_t{r.header.words} + 1024)
    return false;
  for (const SiteRow& s : r.sites)
    if (!is_node(s.control) || !is_node(s.address) || !is_node(s.value) || !is_node(s.result)) return false;
  for (const EdgeRow& e : r.edges)
    if (e.from >= r.header.nodes || e.to >= r.header.nodes) return false;
  for (const MemoryRow& m : r.memory)
    if (!is_node(m.node)) return false;
  for (const CallRecord& c : r.calls) {
    if (!is_node(c.row.target) || !is_node(c.row.control) || !is_node(c.row.result) || !is_node(c.row.returns))
      return false;
    for (uint32_t a : c.arguments)
      if (!is_node(a)) return false;
  }
  return true;
}

}  // namespace

bool read_records(const Section& section, std::vector<FunctionRecord>& records) {
  const size_t words = section.bytes.size() / 4;
  for (size_t at = 0; at < words;) {
    uint32_t start[2] = {0, 0};
    std::memcpy(start, section.bytes.data() + 4 * at, at + 1 < words ? 8 : 4);
    if (start[0] == 0) {  // between two modules
      ++at;
      continue;
    }
    if (start[0] != kMagic || start[1] < sizeof(Header) / 4 || start[1] > words - at) return false;
    FunctionRecord record;
    record.address = section.address + 4 * at;
    if (!read_record(Cursor(section.bytes.data() + 4 * at, start[1]), record)) return false;
    records.push_back(std::move(record));
    at += start[1];
  }
  return true;
}

}  // namespace heddle::facts
