// Starting the compiler: posix_spawn, no shell.
#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

#include "base/result.h"

namespace heddle {

// A running program whose standard error is collected.
class Process {
 public:
  static Result<Process> start(const std::vector<std::string>& command);
  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;
  ~Process();

  // Waits for the end. True if the program ended with exit code 0.
  bool wait();
  // What it wrote to standard error; after wait.
  std::string errors() const;

 private:
  Process(pid_t id, int errors) : id_(id), errors_(errors) {}

  pid_t id_;    // 0 once waited for
  int errors_;  // an unnamed file that is its standard error
};

// Replaces this process. Returns only on failure.
Error execute(const std::vector<std::string>& command);

}  // namespace heddle
