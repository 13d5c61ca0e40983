#include "report/elf_file.h"

#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "report/function_names.h"

namespace heddle {

template <class T>
const T* ElfFile::at(uint64_t offset, uint64_t count) const {
  if (offset > bytes_.size() || count > (bytes_.size() - offset) / sizeof(T)) return nullptr;
  return reinterpret_cast<const T*>(bytes_.data() + offset);
}

Result<ElfFile> ElfFile::open(const std::string& path) {
  ElfFile file;
  if (!file.map(path)) return Error{"cannot read " + path, ""};
  if (!file.parse()) return Error{path + " is not a 64-bit ELF file", ""};
  return file;
}

// Mapped, not read: of a program with large tables only the parts that are asked for come into memory.
bool ElfFile::map(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) {
    if (file >= 0) close(file);
    return false;
  }
  const auto size = static_cast<size_t>(status.st_size);
  void* bytes = size == 0 ? MAP_FAILED : mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (bytes == MAP_FAILED) return S_ISREG(status.st_mode);  // an empty file can be read, and is no ELF file
  mapping_ = std::shared_ptr<const void>(bytes, [size](const void* p) { munmap(const_cast<void*>(p), size); });
  bytes_ = {static_cast<const char*>(bytes), size};
  return true;
}

bool ElfFile::parse() {
  const auto* header = at<Elf64_Ehdr>(0);
  if (header == nullptr || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64)
    return false;
  const auto* segments = at<Elf64_Phdr>(header->e_phoff, header->e_phnum);
  if (segments == nullptr) return header->e_type == ET_REL;
  executable_ = header->e_type == ET_EXEC;
  for (int i = 0; i < header->e_phnum; ++i) {
    const Elf64_Phdr& s = segments[i];
    if (s.p_type == PT_LOAD) segments_.push_back({s.p_vaddr, s.p_filesz, s.p_offset});
    if (s.p_type == PT_INTERP) executable_ = true;
    for (uint64_t o = s.p_offset; s.p_type == PT_NOTE && o + sizeof(Elf64_Nhdr) <= s.p_offset + s.p_filesz;) {
      const auto* note = at<Elf64_Nhdr>(o);
      if (note == nullptr) break;
      const uint64_t data = o + sizeof *note + (note->n_namesz + 3) / 4 * 4;
      if (note->n_type == NT_GNU_BUILD_ID) build_id_ = {0, note->n_descsz, data};
      o = data + (note->n_descsz + 3) / 4 * 4;
    }
  }
  for (int i = 0; i < header->e_phnum; ++i)
    if (segments[i].p_type == PT_DYNAMIC) parse_dynamic(segments[i].p_offset, segments[i].p_filesz);
  parse_sections(header->e_shoff, header->e_shnum, header->e_shstrndx);
  return true;
}

void ElfFile::parse_dynamic(uint64_t offset, uint64_t size) {
  const uint64_t count = size / sizeof(Elf64_Dyn);
  const auto* entries = at<Elf64_Dyn>(offset, count);
  if (entries == nullptr) return;
  uint64_t strings = 0, rela = 0, rela_size = 0;
  for (uint64_t i = 0; i < count; ++i) {
    if (entries[i].d_tag == DT_STRTAB) strings = offset_of(entries[i].d_un.d_ptr).value_or(0);
    if (entries[i].d_tag == DT_RELA) rela = offset_of(entries[i].d_un.d_ptr).value_or(0);
    if (entries[i].d_tag == DT_RELASZ) rela_size = entries[i].d_un.d_val;
  }
  for (uint64_t i = 0; i < count; ++i)
    if (entries[i].d_tag == DT_NEEDED) needed_.push_back(strings + entries[i].d_un.d_val);
  const uint64_t relocations = rela_size / sizeof(Elf64_Rela);
  const auto* table = rela == 0 ? nullptr : at<Elf64_Rela>(rela, relocations);
  for (uint64_t i = 0; table != nullptr && i < relocations; ++i) {
    const uint64_t type = ELF64_R_TYPE(table[i].r_info);
    if (type == R_X86_64_RELATIVE || type == R_AARCH64_RELATIVE)
      relocations_[table[i].r_offset] = static_cast<uint64_t>(table[i].r_addend);
  }
}

void ElfFile::parse_sections(uint64_t offset, int count, int names) {
  const auto* sections = at<Elf64_Shdr>(offset, static_cast<uint64_t>(count));
  if (sections == nullptr || names >= count) return;
  for (int i = 0; i < count; ++i) {
    const Elf64_Shdr& s = sections[i];
    sections_[text(sections[names].sh_offset + s.sh_name)] = {s.sh_addr, s.sh_size, s.sh_offset};
    if (s.sh_type != SHT_SYMTAB || s.sh_link >= static_cast<uint32_t>(count)) continue;
    const uint64_t symbols = s.sh_size / sizeof(Elf64_Sym);
    const auto* table = at<Elf64_Sym>(s.sh_offset, symbols);
    for (uint64_t j = 0; table != nullptr && j < symbols; ++j) {
      const int type = ELF64_ST_TYPE(table[j].st_info);
      if (table[j].st_size == 0 || table[j].st_shndx == SHN_UNDEF || (type != STT_OBJECT && type != STT_FUNC)) continue;
      symbols_.push_back({table[j].st_value, table[j].st_size, sections[s.sh_link].sh_offset + table[j].st_name});
    }
  }
  std::sort(symbols_.begin(), symbols_.end(), [](const auto& a, const auto& b) { return a.address < b.address; });
}

std::string ElfFile::build_id() const {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  const auto* bytes = at<unsigned char>(build_id_.offset, build_id_.size);
  for (uint64_t i = 0; bytes != nullptr && i < build_id_.size; ++i) {
    hex += kDigits[bytes[i] >> 4];
    hex += kDigits[bytes[i] & 15];
  }
  return hex;
}

std::vector<std::string> ElfFile::needed() const {
  std::vector<std::string> names;
  for (uint64_t offset : needed_) names.push_back(text(offset));
  return names;
}

bool ElfFile::in_section(const char* name, uint64_t address) const {
  const auto found = sections_.find(name);
  return found != sections_.end() && address >= found->second.address &&
         address - found->second.address < found->second.size;
}

std::optional<std::pair<uint64_t, uint64_t>> ElfFile::section(const char* name) const {
  const auto found = sections_.find(name);
  if (found == sections_.end()) return std::nullopt;
  return std::pair(found->second.address, found->second.size);
}

std::optional<uint64_t> ElfFile::offset_of(uint64_t address) const {
  for (const Range& s : segments_)
    if (address >= s.address && address - s.address < s.size) return s.offset + (address - s.address);
  return std::nullopt;
}

std::optional<uint64_t> ElfFile::pointer_at(uint64_t address) const {
  if (auto found = relocations_.find(address); found != relocations_.end()) return found->second;
  const auto offset = offset_of(address);
  const auto* value = offset ? at<uint64_t>(*offset) : nullptr;
  return value ? std::optional(*value) : std::nullopt;
}

std::optional<uint32_t> ElfFile::word_at(uint64_t address) const {
  const auto offset = offset_of(address);
  const auto* value = offset ? at<uint32_t>(*offset) : nullptr;
  return value ? std::optional(*value) : std::nullopt;
}

std::string ElfFile::string_at(uint64_t address) const {
  const auto offset = offset_of(address);
  return offset ? text(*offset) : "";
}

std::string ElfFile::text(uint64_t offset) const {
  if (offset >= bytes_.size()) return {};
  return std::string(bytes_.data() + offset, strnlen(bytes_.data() + offset, bytes_.size() - offset));
}

const ElfFile::RawSymbol* ElfFile::covering(uint64_t address) const {
  auto next = std::upper_bound(symbols_.begin(), symbols_.end(), address,
                               [](uint64_t a, const RawSymbol& s) { return a < s.address; });
  if (next == symbols_.begin()) return nullptr;
  --next;
  return address - next->address < next->size ? &*next : nullptr;
}

std::optional<ElfFile::Symbol> ElfFile::symbol_at(uint64_t address) const {
  const RawSymbol* symbol = covering(address);
  if (symbol == nullptr) return std::nullopt;
  const std::string raw = text(symbol->name);
  // Without the prefix "f" would be demangled to "float".
  char* plain = raw.starts_with("_Z") ? abi::__cxa_demangle(raw.c_str(), nullptr, nullptr, nullptr) : nullptr;
  Symbol result{plain ? without_abi_tags(plain) : raw, address - symbol->address, raw};
  std::free(plain);
  return result;
}

std::optional<uint64_t> ElfFile::address_of(const std::string& name) const {
  std::optional<uint64_t> found;
  for (const RawSymbol& symbol : symbols_) {
    if (text(symbol.name) != name) continue;
    if (found && *found != symbol.address) return std::nullopt;
    found = symbol.address;
  }
  return found;
}

std::optional<ElfFile::Symbol> ElfFile::unique_symbol_at(uint64_t address) const {
  const RawSymbol* symbol = covering(address);
  if (symbol == nullptr) return std::nullopt;
  const std::string raw = text(symbol->name);
  if (!address_of(raw)) return std::nullopt;
  return Symbol{raw, address - symbol->address, raw};
}

}  // namespace heddle
