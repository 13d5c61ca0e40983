// From what the user named to an executable that can be checked: compile sources, or look at an executable.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/temporary_directory.h"
#include "remote/worker_process.h"

namespace heddle {

struct PreparedProgram {
  Program program;
  std::string name;  // for file names: "bank" of bank.cpp
  std::string build_id;
  bool built = false;  // from sources, just now
  std::unique_ptr<TemporaryDirectory> directory;
  std::vector<std::string> notes;
};

// While it lives, programs are compiled as the engine of a check wants them: the pass and the toolchain read it from the
// environment. `inputs`: values of inputs are followed through functions of the C library. `states`: states
// are compared (src/instrument/laps.h).
class CompilerSettings {
 public:
  CompilerSettings(bool follow, bool inputs, bool states);
  ~CompilerSettings();
  CompilerSettings(const CompilerSettings&) = delete;
  CompilerSettings& operator=(const CompilerSettings&) = delete;
};

// `compiler_output` gets what the compiler wrote, also if it succeeds. Every error is wrong use (exit code 2).
Result<PreparedProgram> prepare_program(const std::vector<std::string>& inputs, const std::vector<std::string>& options,
                                        const std::vector<std::string>& args, std::string& compiler_output);

}  // namespace heddle
