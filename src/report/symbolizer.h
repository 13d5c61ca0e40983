// Symbolizer: from addresses in a run to places in the source.
//
// Two sources. The position constants that the pass put into the program (see runtime/abi.h) are read straight
// from the object files: always there, and they know variable names. Code addresses of call stacks go to
// llvm-symbolizer, one process for all of them, which knows inlined calls; without it, symbol names remain.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "report/elf_file.h"
#include "trace/run_record.h"

namespace heddle {

struct SourcePlace {
  std::string file;  // empty if unknown
  uint32_t line = 0;
  uint32_t column = 0;
  std::string function;
  std::string variable;  // position constants only
};

// A header or library of the system: not what a user wants to read about.
bool is_system_file(const std::string& file);

class Symbolizer {
 public:
  explicit Symbolizer(std::vector<LoadedModule> modules);

  // Asks for all these return addresses at once; `frames` then answers from memory.
  void prepare(const std::vector<uint64_t>& return_addresses);
  // The calls that a return address stands for, innermost inlined call first; never empty.
  const std::vector<SourcePlace>& frames(uint64_t return_address);

  // What a position constant says; nothing if `position` is none.
  std::optional<SourcePlace> constant(uint64_t position);

  // "m", "table[3].count" for a global variable; "table+8" if what is in it is not known; "" for other memory.
  std::string data_name(uint64_t address);

  const LoadedModule* module_of(uint64_t address) const;

 private:
  ElfFile* file_of(const LoadedModule& module);
  std::string layout_of(const LoadedModule& module, uint64_t variable);
  std::vector<SourcePlace> by_symbol(uint64_t address);
  void ask(const std::vector<uint64_t>& addresses);

  std::vector<LoadedModule> modules_;
  std::map<std::string, std::unique_ptr<ElfFile>> files_;  // null: unreadable
  std::unordered_map<uint64_t, std::vector<SourcePlace>> known_;
  // Of each file: from the addresses of its variables to those of their descriptions.
  std::map<std::string, std::unordered_map<uint64_t, uint64_t>> layouts_;
};

}  // namespace heddle
