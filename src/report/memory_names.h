// MemoryNames: what people call a piece of memory that a run used, by its address.
//
// A variable that is known to live there, with the part of it: "pool.mutex_", "forks[1]". A block of the heap gets a
// number in the order in which blocks are met, "heap#1", with the field if the program names one: "heap#1.next". Other
// memory likewise, "stack#1". So a report reads the same when nothing but addresses has changed.
#pragma once
#include <cstdint>
#include <map>
#include <string>
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

class MemoryNames {
 public:
  MemoryNames(const RunRecord& run, Symbolizer& symbolizer) : run_(run), symbolizer_(symbolizer) {}

  // Called for every event, in order, before it is named: where variables are on the stacks by then.
  void follow(size_t event);

  // `said`: what the source calls it where it is used, such as "this->next"; may be empty. Length 0: the
  // block of the heap as a whole.
  std::string name(uint64_t address, uint32_t length, const std::string& said);
  // What a pointer points to, "&pool" or "heap#1"; empty if the value is no pointer into memory that has a name.
  std::string pointee(uint64_t value);

  const std::vector<NamedBlock>& blocks() const { return named_blocks_; }

 private:
  std::string variable(uint64_t address, uint32_t length);
  // `length` 0: as the target of a pointer.
  std::string local(ThreadId thread, uint64_t address, uint32_t length);
  const HeapBlock* block_at(uint64_t address, bool or_behind = false) const;
  const std::string& name_of(const HeapBlock& block);
  bool near_a_stack(uint64_t address) const;

  const RunRecord& run_;
  Symbolizer& symbolizer_;
  ThreadId current_ = 0;                         // who performs the event followed last
  std::map<ThreadId, size_t> latest_;            // the last event of each thread, for its stack
  std::map<uint64_t, std::string> block_names_;  // by where the block begins
  std::vector<NamedBlock> named_blocks_;
  std::map<uint64_t, std::string> fields_;  // address in the heap -> field that the program calls it
  std::map<uint64_t, std::string> others_;  // numbered names of memory that nobody named
};

// The part of a variable that holds `length` bytes at `offset`, by its layout (instrument/variable_layouts.h):
// ".mutex_", "[1]"; empty if it is the variable itself. Length 0: the largest part that begins there, as a pointer means it.
std::string part_of(const std::string& layout, uint64_t offset, uint32_t length);

}  // namespace heddle
