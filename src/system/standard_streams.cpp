#include "system/standard_streams.h"

#include <fcntl.h>
#include <signal.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace heddle {

// An open that fits the wrong way round: standard output can only be read, standard input only be written. The root directory is
// there where /dev is not.
void hold_standard_streams() {
  for (int fd = 0; fd <= 2; ++fd) {
    if (fcntl(fd, F_GETFD) >= 0) continue;
    // The lowest number that is free is this one.
    if (open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) < 0) (void)!open("/", O_RDONLY | O_DIRECTORY);
  }
}

void survive_failing_writes() {
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}

Status flush_standard_output() {
  const bool failed = std::ferror(stdout) != 0;
  errno = 0;
  if (std::fflush(stdout) == 0 && !failed) return Ok{};
  return Error{
      std::string("cannot write to standard output") + (errno != 0 ? std::string(": ") + std::strerror(errno) : ""),
      ""};
}

}  // namespace heddle
