#include "system/whole_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

namespace heddle {
namespace {

Error cannot_write(const std::string& path, int error) {
  return {"cannot write " + path + ": " + std::strerror(error), ""};
}

// Where the file is that `path` leads to: a link stays a link.
std::string target_of(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(realpath(path.c_str(), nullptr), &std::free);
  return real ? real.get() : path;
}

int open_empty(const std::string& path) { return ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666); }

// 0, or why not everything was written.
int write_and_close(int fd, std::string_view bytes) {
  int error = write_all(fd, bytes) ? 0 : errno;
  if (close(fd) != 0 && error == 0 && errno != EINTR) error = errno;
  return error;
}

}  // namespace

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

Result<WholeFile> WholeFile::open(const std::string& path) {
  const int fd = open_empty(path);
  if (fd < 0) return cannot_write(path, errno);
  return WholeFile(path, fd);
}

WholeFile::WholeFile(WholeFile&& other) noexcept : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)) {}

WholeFile::~WholeFile() {
  if (fd_ >= 0) close(fd_);
}

Status WholeFile::write(std::string_view bytes) {
  const int error = write_and_close(std::exchange(fd_, -1), bytes);
  if (error != 0) return cannot_write(path_, error);
  return Ok{};
}

Status write_whole_file(const std::string& path, std::string_view bytes) {
  struct stat info;
  const bool exists = stat(path.c_str(), &info) == 0;
  const std::string target = target_of(path), fresh = target + ".new";
  const int fd = exists && !S_ISREG(info.st_mode) ? -1 : open_empty(fresh);
  if (fd <
      0) {  // a device, or a directory in which nothing can be made: the file itself may be open to us all the same
    auto file = WholeFile::open(path);
    return file ? file->write(bytes) : Status(file.error());
  }
  if (exists) fchmod(fd, info.st_mode & 07777);
  int error = write_and_close(fd, bytes);
  if (error == 0 && std::rename(fresh.c_str(), target.c_str()) != 0) error = errno;
  if (error == 0) return Ok{};
  unlink(fresh.c_str());
  return cannot_write(path, error);
}

}  // namespace heddle
