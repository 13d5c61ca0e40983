// Symbolizer: from addresses in a run to places in the source.
//
// Two sources. The position constants that the pass put into the program (see runtime/abi.h) are read straight
// from the object files: always there, and they know variable names. Code addresses of call stacks go to
// llvm-symbolizer (symbolizer_process.h), which knows inlined calls; without it, symbol names remain.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
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
  bool fill = false;     // likewise: what the compiler writes into a local that has no initialiser
};

// A variable in a frame of the stack.
struct LocalVariable {
  std::string name;
  int64_t offset = 0;  // from the frame pointer
  uint64_t size = 0;
  std::string file;  // where it is declared
  uint32_t line = 0;
  std::string layout;  // see instrument/variable_layouts.h; may be empty
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

  // The user's variables in the frames that these return addresses belong to; `locals` then answers from memory.
  void prepare_locals(const std::vector<uint64_t>& return_addresses);
  const std::vector<LocalVariable>& locals(uint64_t return_address);
  // Likewise those of which it is not known where they are, with their layout: in a frame that is aligned more than others.
  const std::vector<LocalVariable>& unplaced(uint64_t return_address);

  // The global variable, or the part of one, that holds these bytes: "m", "table[8]", "pool.jobs"; "" for other memory.
  std::string variable(uint64_t address, uint32_t length);
  // The layout (instrument/variable_layouts.h) of the global variable that lies there, and how far into it.
  std::optional<std::pair<const std::string*, uint64_t>> layout_at(uint64_t address);
  // The global variable or function that begins just here, without arguments.
  std::string pointee(uint64_t address);

  const LoadedModule* module_of(uint64_t address) const;

 private:
  ElfFile* file_of(const LoadedModule& module);
  std::vector<SourcePlace> by_symbol(uint64_t address);
  void ask(const std::vector<uint64_t>& addresses);
  uint64_t function_of(uint64_t return_address);
  const std::string& layout(const LoadedModule& module, const std::string& key);

  std::vector<LoadedModule> modules_;
  std::map<std::string, std::unique_ptr<ElfFile>> files_;  // null: unreadable
  std::unordered_map<uint64_t, std::vector<SourcePlace>> known_;
  std::unordered_map<uint64_t, uint64_t> function_of_;  // return address -> where its function begins; 0 if unknown
  std::unordered_map<uint64_t, std::vector<LocalVariable>> locals_;  // by where the function begins
  std::unordered_map<uint64_t, std::vector<LocalVariable>> unplaced_;
  // Layouts of variables per object file; one that two variables claim is empty.
  std::map<std::string, std::unordered_map<std::string, std::string>> layouts_;
};

}  // namespace heddle
