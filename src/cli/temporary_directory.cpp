// Every directory has a file that its owner keeps locked; the kernel gives the lock back when the owner dies. The file gets its name
// when it is locked, so whoever finds it unlocked knows that the owner is gone.
#include "cli/temporary_directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace heddle {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrefix = "heddle-";
constexpr const char* kLock = ".in-use";

int locked_file(const fs::path& directory) {
  const fs::path file = directory / kLock, unnamed = directory / ".new";
  const int fd = open(unnamed.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (fd < 0) return -1;
  if (flock(fd, LOCK_EX | LOCK_NB) == 0 && rename(unnamed.c_str(), file.c_str()) == 0) return fd;
  close(fd);
  return -1;
}

bool is_abandoned(const fs::path& directory) {
  struct stat info;
  const std::string file = directory / kLock;
  if (lstat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode) || info.st_uid != geteuid()) return false;
  const int fd = open(file.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return false;
  const bool free = flock(fd, LOCK_EX | LOCK_NB) == 0;
  close(fd);
  return free;
}

void remove_abandoned(const fs::path& where) {
  std::error_code error;
  for (fs::directory_iterator at(where, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (at->path().filename().string().starts_with(kPrefix) && is_abandoned(at->path()))
      fs::remove_all(at->path(), ignored);
  }
}

}  // namespace

Result<std::unique_ptr<TemporaryDirectory>> TemporaryDirectory::create() {
  const char* hint = "Set TMPDIR to a directory that can be written.";
  std::error_code failed;
  const fs::path where = fs::temp_directory_path(failed);
  if (failed) {
    const char* named = std::getenv("TMPDIR");
    return Error{
        "cannot make a temporary directory" + (named ? " in " + std::string(named) : "") + ": " + failed.message(),
        hint};
  }
  remove_abandoned(where);
  std::string pattern = where / (std::string(kPrefix) + "XXXXXX");
  if (mkdtemp(pattern.data()) == nullptr)
    return Error{"cannot make a temporary directory in " + where.string() + ": " + std::strerror(errno), hint};
  return std::unique_ptr<TemporaryDirectory>(new TemporaryDirectory(pattern, locked_file(pattern)));
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  if (lock_ >= 0) close(lock_);
}

}  // namespace heddle
