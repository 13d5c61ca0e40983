#include "causal/cells.h"

#include <algorithm>

namespace heddle::causal {
namespace {

uint64_t byte_mask(uint64_t address, uint32_t length) {
  const uint64_t ones = length >= 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * length)) - 1;
  return ones << (8 * (address & 7));
}

bool fits(uint64_t address, uint32_t length) { return (address & 7) + length <= 8; }

}  // namespace

bool Cells::overlaps(CellId c, uint64_t address, uint64_t length) const {
  const Cell& cell = cells_[c];
  if (cell.joined != kNoCell) return false;
  if (cell.what != dependence::Class::kAccess || cell.whole)
    return dependence::overlap(cell.address, cell.length, address, length);
  for (uint64_t b = 0; b < 8; ++b)
    if ((cell.bytes >> (8 * b) & 0xff) && cell.address + b >= address && cell.address + b < address + length)
      return true;
  return false;
}

CellId Cells::add(const Cell& cell) {
  const auto id = static_cast<CellId>(cells_.size());
  cells_.push_back(cell);
  const uint64_t end = cell.whole ? cell.address + cell.length : cell.address + 1;
  for (uint64_t granule = cell.address & ~uint64_t{7}; granule < end; granule += 8) {
    auto& there = granules_[granule];
    for (CellId c : there)
      changed_ |= cells_[c].joined == kNoCell &&
                  (cell.what == dependence::Class::kAccess) != (cells_[c].what == dependence::Class::kAccess);
    there.push_back(id);
  }
  for (const auto& [from, to] : freed_) changed_ |= overlaps(id, from, to - from);
  return id;
}

// The part of a block access in one granule: what no cell covers yet becomes one.
void Cells::add_part(uint64_t address, uint32_t length) {
  Cell cell;
  cell.address = address & ~uint64_t{7};
  cell.bytes = byte_mask(address, length);
  for_each_in(address, length, [&](CellId c) {
    if (cells_[c].what == dependence::Class::kAccess) cell.bytes &= ~cells_[c].bytes;
  });
  if (cell.bytes != 0) add(cell);
}

void Cells::add_whole(uint64_t address, uint32_t length) {
  bool known = false;
  for_each_in(address, length, [&](CellId c) {
    if (cells_[c].what != dependence::Class::kAccess) return;
    if (cells_[c].whole && cells_[c].address == address && cells_[c].length == length) known = true;
    else problem_ = "memory is accessed in pieces and as a block";
  });
  if (known) return;
  Cell cell;
  cell.address = address;
  cell.length = length;
  cell.bytes = ~uint64_t{0};
  cell.whole = true;
  add(cell);
}

void Cells::add_access(uint64_t address, uint32_t length) {
  if (!fits(address, length) && blocks_ == Blocks::kWhole) return add_whole(address, length);
  if (!fits(address, length)) {
    const uint64_t end = address + length;
    for (uint64_t from = address; from < end; from = (from & ~uint64_t{7}) + 8)
      add_part(from, static_cast<uint32_t>(std::min(end, (from & ~uint64_t{7}) + 8) - from));
    return;
  }
  uint64_t bytes = byte_mask(address, length);
  std::vector<CellId> parts;
  for_each_in(address, length, [&](CellId c) {
    if (cells_[c].what != dependence::Class::kAccess) return;
    if (cells_[c].whole) problem_ = "memory is accessed in pieces and as a block";
    else parts.push_back(c);
  });
  if (parts.size() == 1 && (cells_[parts[0]].bytes & bytes) == bytes) return;
  for (CellId c : parts) bytes |= cells_[c].bytes;
  Cell cell;
  cell.address = address & ~uint64_t{7};
  cell.bytes = bytes;
  const CellId id = add(cell);
  for (CellId c : parts) cells_[c].joined = id;
  changed_ |= !parts.empty();
}

void Cells::add_object(uint64_t address, dependence::Class what) {
  if (object(address, what) != kNoCell) return;
  Cell cell;
  cell.what = what;
  cell.address = address;
  cell.length = 1;
  add(cell);
}

void Cells::add_freed(uint64_t address, uint64_t length) {
  const std::pair<uint64_t, uint64_t> block{address, address + length};
  if (std::find(freed_.begin(), freed_.end(), block) == freed_.end()) freed_.push_back(block);
}

Place Cells::place(uint64_t address, uint32_t length) const {
  Place p;
  for_each_in(address, length, [&](CellId c) {
    if (cells_[c].what == dependence::Class::kAccess) p.cell = c;
  });
  if (!fits(address, length)) return p;
  p.shift = static_cast<uint8_t>(8 * (address & 7));
  p.mask = length >= 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * length)) - 1;
  return p;
}

void Cells::append_pieces(uint64_t address, uint32_t length, std::vector<Piece>& pieces) const {
  const uint64_t end = address + length;
  for (uint64_t from = address; from < end; from = (from & ~uint64_t{7}) + 8) {
    const auto n = static_cast<uint32_t>(std::min(end, (from & ~uint64_t{7}) + 8) - from);
    for_each_in(from, n, [&](CellId c) {
      if (cells_[c].what == dependence::Class::kAccess) pieces.push_back({c, cells_[c].bytes & byte_mask(from, n)});
    });
  }
}

CellId Cells::object(uint64_t address, dependence::Class what) const {
  const auto found = granules_.find(address & ~uint64_t{7});
  if (found == granules_.end()) return kNoCell;
  for (CellId c : found->second)
    if (cells_[c].what == what && cells_[c].address == address && what != dependence::Class::kAccess) return c;
  return kNoCell;
}

void Cells::save(Writer& out) const {
  out.put(cells_);
  out.put<uint64_t>(freed_.size());
  for (const auto& [from, to] : freed_) out.put(from), out.put(to);
}

bool Cells::load(Reader& in) {
  for (const Cell& cell : in.get_vector<Cell>()) add(cell);
  for (auto n = in.get<uint64_t>(); n > 0 && in.ok(); --n) {
    const auto from = in.get<uint64_t>(), to = in.get<uint64_t>();
    freed_.emplace_back(from, to);
  }
  return in.ok();
}

}  // namespace heddle::causal
