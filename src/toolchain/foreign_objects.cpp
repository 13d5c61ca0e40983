// An object that Heddle compiled has a section with positions, or defines the constructor that announces it (src/instrument).
// The list is a symbol of the program, text with a line SYMBOL<tab>FILE for each function, which src/runtime/unseen.cpp reads.
#include "toolchain/foreign_objects.h"

#include <elf.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include "outside/table.h"
#include "toolchain/process.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

template <class T>
const T* view(std::string_view bytes, uint64_t at, uint64_t count = 1) {
  if (at > bytes.size() || count > (bytes.size() - at) / sizeof(T)) return nullptr;
  return reinterpret_cast<const T*>(bytes.data() + at);
}

std::string_view text_at(std::string_view bytes, uint64_t begin, uint64_t size, uint64_t at) {
  if (begin > bytes.size() || size > bytes.size() - begin || at >= size) return {};
  const std::string_view table = bytes.substr(begin, size);
  return table.substr(at, table.find('\0', at) - at);
}

// One relocatable object in memory.
void look_into(std::string_view object, const std::string& file, std::vector<ForeignFunction>* found) {
  const auto* header = view<Elf64_Ehdr>(object, 0);
  if (header == nullptr || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_type != ET_REL)
    return;
  const auto* sections = view<Elf64_Shdr>(object, header->e_shoff, header->e_shnum);
  if (sections == nullptr || header->e_shstrndx >= header->e_shnum) return;
  const Elf64_Shdr& names = sections[header->e_shstrndx];
  const Elf64_Shdr* symbols = nullptr;
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    if (text_at(object, names.sh_offset, names.sh_size, sections[i].sh_name) == "heddle_pos") return;
    if (sections[i].sh_type == SHT_SYMTAB) symbols = &sections[i];
  }
  if (symbols == nullptr || symbols->sh_link >= header->e_shnum) return;
  const Elf64_Shdr& strings = sections[symbols->sh_link];
  const uint64_t count = symbols->sh_size / sizeof(Elf64_Sym);
  const auto* table = view<Elf64_Sym>(object, symbols->sh_offset, count);
  std::vector<ForeignFunction> here;
  for (uint64_t i = 0; table != nullptr && i < count; ++i) {
    const std::string_view name = text_at(object, strings.sh_offset, strings.sh_size, table[i].st_name);
    if (name == "heddle.module") return;
    if (ELF64_ST_TYPE(table[i].st_info) == STT_FUNC && ELF64_ST_BIND(table[i].st_info) != STB_LOCAL &&
        table[i].st_shndx != SHN_UNDEF && outside::find_row(name) == nullptr)  // a framework for tests, say
      here.push_back({std::string(name), file});
  }
  found->insert(found->end(), here.begin(), here.end());
}

constexpr std::string_view kArchive = "!<arch>\n";
struct Member {  // the header of an archive's member: text, padded with spaces
  char name[16], date[12], user[6], group[6], mode[8], size[10], end[2];
};

void look_into_archive(std::string_view bytes, const std::string& file, std::vector<ForeignFunction>* found) {
  std::string_view long_names;
  for (uint64_t at = kArchive.size(); const auto* member = view<Member>(bytes, at);) {
    uint64_t size = 0;
    for (const char c : member->size)
      if (c >= '0' && c <= '9') size = size * 10 + static_cast<uint64_t>(c - '0');
    at += sizeof(Member);
    if (size > bytes.size() - at) return;
    const std::string_view contents = bytes.substr(at, size);
    std::string name(member->name, sizeof member->name);
    name.erase(name.find_last_not_of(' ') + 1);
    if (name == "//") long_names = contents;
    else if (name.size() > 1 && name[0] == '/' && std::isdigit(static_cast<unsigned char>(name[1]))) {
      const uint64_t offset = std::stoull(name.substr(1));
      name = offset < long_names.size() ? std::string(long_names.substr(offset, long_names.find('\n', offset) - offset))
                                        : "";
    }
    if (name.ends_with('/')) name.pop_back();
    look_into(contents, file + "(" + name + ")", found);
    at += size + size % 2;
  }
}

void look_into_file(const fs::path& path, std::vector<ForeignFunction>* found) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  const std::string name = path.filename();
  if (std::string_view(bytes).starts_with(kArchive)) look_into_archive(bytes, name, found);
  else look_into(bytes, name, found);
}

}  // namespace

std::vector<ForeignFunction> foreign_functions(const std::vector<std::string>& arguments) {
  std::vector<ForeignFunction> found;
  std::vector<fs::path> directories;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "-L" && i + 1 < arguments.size()) directories.push_back(arguments[i + 1]);
    else if (arguments[i].starts_with("-L")) directories.push_back(arguments[i].substr(2));
  }
  std::error_code ignored;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& a = arguments[i];
    if (a == "-o") ++i;
    else if (a.starts_with("-l")) {
      for (const fs::path& directory : directories)
        if (const fs::path library = directory / ("lib" + a.substr(2) + ".a"); fs::is_regular_file(library, ignored)) {
          look_into_file(library, &found);
          break;
        }
    } else if (!a.starts_with('-') && (a.ends_with(".o") || a.ends_with(".a")) && fs::is_regular_file(a, ignored)) {
      look_into_file(a, &found);
    }
  }
  return found;
}

Result<std::string> compile_foreign_list(const Toolchain& toolchain, const std::vector<ForeignFunction>& functions,
                                         const std::string& directory) {
  if (functions.empty()) return std::string();
  const std::string source = directory + "/foreign_functions.c", object = directory + "/foreign_functions.o";
  std::ofstream out(source);
  out << "const char __heddle_foreign_functions[] =\n";
  for (const ForeignFunction& f : functions) {
    std::string file;
    for (const char c : f.file) file += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    out << "  \"" << f.symbol << "\\t" << file << "\\n\"\n";
  }
  out << ";\n";
  out.close();
  std::vector<std::string> command = toolchain.command(false);
  command.insert(command.end(), {"-c", "-fPIC", source, "-o", object});
  auto process = CompilerProcess::start(command);
  if (!process) return process.error();
  if (process->wait() != Death{})
    return Error{"cannot compile the list of objects that Heddle did not compile", process->errors()};
  return object;
}

}  // namespace heddle
