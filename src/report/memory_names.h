// MemoryNames: what people call a piece of memory that a run used, by its address.
//
// A variable that is known to live there, with the part of it: "pool.mutex_", "forks[1]". A block of the heap gets a
// number in the order in which blocks are met, "heap#1", with the field if the program names one: "heap#1.next". Other
// memory likewise, "stack#1". So a report reads the same when nothing but addresses has changed.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/symbolizer.h"
#include "trace/run_record.h"

namespace heddle {

// A block of the heap that has a name now.
struct NamedBlock {
  std::string name;
  uint64_t size = 0;
  uint64_t where = 0;  // code address of the allocation
};

// A part of a structure, in bytes.
struct Field {
  uint64_t offset = 0, size = 0;
  friend bool operator==(const Field&, const Field&) = default;
};

class MemoryNames {
 public:
  MemoryNames(const RunRecord& run, Symbolizer& symbolizer) : run_(run), symbolizer_(symbolizer) {}

  // Called for every event before anything is named: what the source calls its object there. Two threads may call one variable
  // `ring.tail` and `this->tail`; then it is `ring.tail` everywhere.
  void learn(size_t event, const std::string& said);

  // Called for every event, in order, before it is named: where variables are on the stacks by then.
  void follow(size_t event);

  // `said`: what the source calls it where it is used, such as "this->next"; may be empty. Length 0: the
  // block of the heap as a whole.
  std::string name(uint64_t address, uint32_t length, const std::string& said);
  // What a pointer points to, "&pool" or "heap#1"; empty if the value is no pointer into memory that has a name.
  std::string pointee(uint64_t value);

  // The fields of a variable that these bytes are, if they are several; empty if not, or if it is not known.
  std::vector<Field> fields(uint64_t address, uint32_t length);

  const std::vector<NamedBlock>& blocks() const { return named_blocks_; }

 private:
  std::string variable(uint64_t address, uint32_t length);
  // `length` 0: as the target of a pointer.
  std::string local(ThreadId thread, uint64_t address, uint32_t length);
  // The variable of this thread that lies there, and how far into it.
  std::optional<std::pair<const LocalVariable*, uint64_t>> local_at(ThreadId thread, uint64_t address);
  std::string learned(uint64_t address) const;
  void place(size_t event, const std::string& said);
  const HeapBlock* block_at(uint64_t address, bool or_behind = false) const;
  const std::string& name_of(const HeapBlock& block);
  bool near_a_stack(uint64_t address) const;

  const RunRecord& run_;
  Symbolizer& symbolizer_;
  size_t event_ = 0;                             // followed last
  ThreadId current_ = 0;                         // who performs the event followed last
  std::map<ThreadId, size_t> latest_;            // the last event of each thread, for its stack
  std::map<uint64_t, std::string> block_names_;  // by where the block begins
  std::vector<NamedBlock> named_blocks_;
  std::map<uint64_t, std::string> fields_;  // address in the heap -> field that the program calls it
  std::map<uint64_t, std::string> others_;  // numbered names of memory that nobody named
  // Variables that were found by what the source calls a part of them.
  struct Placed {
    ThreadId thread = 0;
    uint64_t base = 0;   // frame pointer of its function
    uint64_t begin = 0;  // its address
    LocalVariable variable;
  };
  std::vector<Placed> placed_;
  // Memory outside the heap -> names of their own that the source has for it, and at which event.
  std::map<uint64_t, std::vector<std::pair<size_t, std::string>>> learned_;
};

// The part of a variable that holds `length` bytes at `offset`, by its layout (instrument/variable_layouts.h):
// ".mutex_", "[1]"; empty if it is the variable itself. Length 0: the largest part that begins there, as a pointer means it.
std::string part_of(const std::string& layout, uint64_t offset, uint32_t length);
// The smallest parts among these bytes, counted from `offset`; none if the bytes are one of them, or cut through one.
std::vector<Field> fields_of(const std::string& layout, uint64_t offset, uint32_t length);

}  // namespace heddle
