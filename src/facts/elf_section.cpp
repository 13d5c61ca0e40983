#include "facts/elf_section.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

namespace heddle::facts {
namespace {

class File {
 public:
  explicit File(const std::string& path) : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat info{};
    if (fd_ >= 0 && fstat(fd_, &info) == 0) size_ = static_cast<uint64_t>(info.st_size);
  }
  ~File() {
    if (fd_ >= 0) close(fd_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool read(uint64_t offset, void* to, uint64_t bytes) const {
    if (fd_ < 0 || offset > size_ || bytes > size_ - offset) return false;
    for (uint64_t done = 0; done < bytes;) {
      const ssize_t n = pread(fd_, static_cast<char*>(to) + done, bytes - done, static_cast<off_t>(offset + done));
      if (n <= 0) return false;
      done += static_cast<uint64_t>(n);
    }
    return true;
  }
  uint64_t size() const { return size_; }

 private:
  int fd_;
  uint64_t size_ = 0;
};

}  // namespace

std::optional<Section> section_of_file(const std::string& path, uint64_t bias, const char* wanted) {
  const File file(path);
  Elf64_Ehdr header;
  if (!file.read(0, &header, sizeof header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_shentsize != sizeof(Elf64_Shdr))
    return {};
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  if (!file.read(header.e_shoff, sections.data(), sections.size() * sizeof(Elf64_Shdr)) ||
      header.e_shstrndx >= sections.size())
    return {};
  const Elf64_Shdr& names = sections[header.e_shstrndx];
  for (const Elf64_Shdr& s : sections) {
    char name[32] = {};
    if (!file.read(names.sh_offset + s.sh_name, name, std::strlen(wanted) + 1) || std::strcmp(name, wanted) != 0)
      continue;
    if (s.sh_size > file.size()) return {};
    Section found;
    found.address = s.sh_addr + bias;
    found.bytes.resize(s.sh_size);
    if (!file.read(s.sh_offset, found.bytes.data(), s.sh_size)) return {};
    return found;
  }
  return {};
}

}  // namespace heddle::facts
