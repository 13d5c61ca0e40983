// Cells: the shared state of the program, cut into pieces with small numbers.
//
// Memory is cut by use: accesses that overlap belong to one cell, which never reaches beyond its 8-byte granule.
// A cell's value is a word with the bytes where they stand in the granule, so joining two cells is an `or` of
// their values. An access that does not fit into a granule (16 bytes, a block copy) consists of pieces of several cells.
// Where the contents of blocks are not known, with `Blocks::kWhole`, it has a cell of its own instead, whose value is a
// hash; if another access overlaps it in part, nobody can say what is read, and `problem` says so.
//
// Each synchronisation object has a cell as well: its state is one word (see pool_machine.h).
#pragma once
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "trace/dependence.h"

namespace heddle::causal {

using CellId = uint32_t;
inline constexpr CellId kNoCell = UINT32_MAX;

struct Cell {
  dependence::Class what = dependence::Class::kAccess;  // kAccess: memory; else the kind of object
  uint64_t address = 0;                                 // memory: of the granule
  uint64_t bytes = 0;                                   // memory: 0xff in each byte that belongs to it
  uint32_t length = 8;                                  // bytes covered from `address`
  bool whole = false;                                   // it is a block, and `address` is that of its first byte
  CellId joined = kNoCell;                              // it was joined into this one
};

// Where in its cell an access is.
struct Place {
  CellId cell = kNoCell;
  uint8_t shift = 0;
  uint64_t mask = ~uint64_t{0};  // of the value, before shifting
};

// A part of a block access: these bits of the cell's value.
struct Piece {
  CellId cell = kNoCell;
  uint64_t bits = 0;
};

enum class Blocks : uint8_t { kInPieces, kWhole };

class Cells {
 public:
  explicit Cells(Blocks blocks = Blocks::kInPieces) : blocks_(blocks) {}

  // Make a place known. Afterwards `changed()` says whether that changed what is known of others: cells were joined, or
  // an object stands where memory is accessed or freed.
  void add_access(uint64_t address, uint32_t length);
  void add_object(uint64_t address, dependence::Class what);
  void add_freed(uint64_t address, uint64_t length);
  bool changed() { return std::exchange(changed_, false); }

  // Of places that were added; `place` if the access fits into a granule, else all of its pieces.
  Place place(uint64_t address, uint32_t length) const;
  void append_pieces(uint64_t address, uint32_t length, std::vector<Piece>& pieces) const;
  CellId object(uint64_t address, dependence::Class what) const;
  // Calls f(cell) for all memory cells and objects that overlap the range.
  template <class F>
  void for_each_in(uint64_t address, uint64_t length, F&& f) const {
    for (uint64_t g = address & ~uint64_t{7}; g < address + length; g += 8) {
      if (const auto found = granules_.find(g); found != granules_.end())
        for (CellId c : found->second)
          if (overlaps(c, address, length)) f(c);
    }
  }

  size_t size() const { return cells_.size(); }
  const Cell& operator[](CellId c) const { return cells_[c]; }
  CellId resolve(CellId c) const {
    while (cells_[c].joined != kNoCell) c = cells_[c].joined;
    return c;
  }
  const char* problem() const { return problem_; }
  void save(Writer& out) const;
  bool load(Reader& in);

 private:
  bool overlaps(CellId c, uint64_t address, uint64_t length) const;
  CellId add(const Cell& cell);
  void add_part(uint64_t address, uint32_t length);
  void add_whole(uint64_t address, uint32_t length);

  Blocks blocks_;
  const char* problem_ = nullptr;
  std::vector<Cell> cells_;
  std::unordered_map<uint64_t, std::vector<CellId>> granules_;  // granule -> cells and objects in it
  std::vector<std::pair<uint64_t, uint64_t>> freed_;            // blocks: begin, end
  bool changed_ = false;
};

}  // namespace heddle::causal
