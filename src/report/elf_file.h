// ElfFile: the few things Heddle asks of an executable or shared library on disk: its build id, what it is
// linked with, bytes at an address as the loader would leave them, and the symbol that covers an address.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/result.h"

namespace heddle {

class ElfFile {
 public:
  // An error if the file cannot be read or is not a 64-bit ELF object.
  static Result<ElfFile> open(const std::string& path);

  bool executable() const { return executable_; }
  // Hexadecimal; empty if the file has none.
  std::string build_id() const;
  // The libraries named as needed.
  std::vector<std::string> needed() const;

  // Addresses below are those in the file (before a bias is added).
  bool in_section(const char* name, uint64_t address) const;
  // First address and size of a section; nothing if there is none of that name.
  std::optional<std::pair<uint64_t, uint64_t>> section(const char* name) const;
  // The pointer stored at `address`, with relative relocations applied.
  std::optional<uint64_t> pointer_at(uint64_t address) const;
  std::optional<uint32_t> word_at(uint64_t address) const;
  std::string string_at(uint64_t address) const;

  struct Symbol {
    std::string name;  // demangled
    uint64_t offset;   // of the address asked for, in it
    std::string linkage_name;
  };
  std::optional<Symbol> symbol_at(uint64_t address) const;
  // The same without demangling, and only if no other symbol has that name; and back.
  std::optional<Symbol> unique_symbol_at(uint64_t address) const;
  std::optional<uint64_t> address_of(const std::string& unique_symbol) const;

 private:
  struct Range {
    uint64_t address, size, offset;
  };
  struct RawSymbol {
    uint64_t address, size;
    uint64_t name;  // file offset
  };

  bool map(const std::string& path);
  bool parse();
  void parse_dynamic(uint64_t offset, uint64_t size);
  void parse_sections(uint64_t offset, int count, int names);
  template <class T>
  const T* at(uint64_t offset, uint64_t count = 1) const;
  std::optional<uint64_t> offset_of(uint64_t address) const;
  std::string text(uint64_t offset) const;
  const RawSymbol* covering(uint64_t address) const;

  std::shared_ptr<const void> mapping_;  // keeps `bytes_` there
  std::string_view bytes_;               // the whole file
  bool executable_ = false;
  std::vector<Range> segments_;
  std::unordered_map<std::string, Range> sections_;
  std::vector<RawSymbol> symbols_;                      // by address
  std::unordered_map<uint64_t, uint64_t> relocations_;  // address of a pointer -> what it points to
  std::vector<uint64_t> needed_;                        // file offsets of names
  Range build_id_{};
};

}  // namespace heddle
