// A running compiler whose standard error is collected.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "system/process.h"

namespace heddle {

class CompilerProcess {
 public:
  static Result<CompilerProcess> start(const std::vector<std::string>& command);
  CompilerProcess(CompilerProcess&& other) noexcept;
  CompilerProcess& operator=(CompilerProcess&&) = delete;
  ~CompilerProcess();

  Death wait() { return child_.wait(); }
  // What it wrote to standard error; after wait.
  std::string errors() const;

 private:
  CompilerProcess(ChildProcess child, int errors) : child_(std::move(child)), errors_(errors) {}

  ChildProcess child_;
  int errors_;  // an unnamed file that is its standard error
};

}  // namespace heddle
