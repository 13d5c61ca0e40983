#include "toolchain/process.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace heddle {

Result<CompilerProcess> CompilerProcess::start(const std::vector<std::string>& command) {
  const int errors = memfd_create("heddle-compiler", MFD_CLOEXEC);
  if (errors < 0) return Error{std::string("cannot create a temporary file: ") + std::strerror(errno), ""};
  Launch launch;
  launch.words = command;
  launch.error = errors;
  auto child = ChildProcess::start(launch);
  if (child) return CompilerProcess(std::move(*child), errors);
  close(errors);
  return child.error();
}

CompilerProcess::CompilerProcess(CompilerProcess&& other) noexcept
    : child_(std::move(other.child_)), errors_(std::exchange(other.errors_, -1)) {}

CompilerProcess::~CompilerProcess() {
  if (errors_ >= 0) close(errors_);
}

std::string CompilerProcess::errors() const {
  std::string text;
  char buffer[4096];
  for (ssize_t n; (n = pread(errors_, buffer, sizeof buffer, static_cast<off_t>(text.size()))) > 0;)
    text.append(buffer, static_cast<size_t>(n));
  return text;
}

}  // namespace heddle
