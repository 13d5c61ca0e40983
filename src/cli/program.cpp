#include "cli/program.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "report/elf_file.h"
#include "toolchain/build.h"
#include "toolchain/toolchain.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

bool starts_as_elf(const std::string& path) {
  char magic[4] = {};
  std::ifstream(path, std::ios::binary).read(magic, sizeof magic);
  return std::memcmp(magic, "\177ELF", 4) == 0;
}

Status check_inputs(const std::vector<std::string>& inputs) {
  for (const auto& input : inputs) {
    std::error_code ignored;
    if (!fs::exists(input, ignored)) {
      const std::string here = fs::current_path(ignored).string();
      return Error{"no such file: " + input, "Check the name; paths are relative to " + here + "."};
    }
    if (fs::is_directory(input, ignored))
      return Error{input + " is a directory", "Name source files, or an executable built with heddle-c++."};
    if (access(input.c_str(), R_OK) != 0) return Error{"cannot read " + input + ": " + std::strerror(errno), ""};
  }
  return Ok{};
}

Result<PreparedProgram> inspect(const std::string& path, const std::vector<std::string>& options) {
  auto file = ElfFile::open(path);
  if (!file) return file.error();
  if (!file->executable())
    return Error{path + " is not an executable program", "Link it with heddle-c++ first, or give its sources."};
  const auto needed = file->needed();
  if (std::find(needed.begin(), needed.end(), "libheddle_rt.so") == needed.end())
    return Error{
        path + " was not built for checking",
        "Build it with heddle-cc and heddle-c++ as the compilers, for example: make CC=heddle-cc CXX=heddle-c++"};
  if (access(path.c_str(), X_OK) != 0) return Error{"may not execute " + path, "chmod +x " + path};
  if (!options.empty())
    return Error{"compiler option " + options.front() + " with an executable", "Give options of the program after --."};
  PreparedProgram prepared;
  prepared.program.path = fs::absolute(path).lexically_normal();
  prepared.name = fs::path(path).filename();
  prepared.build_id = file->build_id();
  return prepared;
}

}  // namespace

CompilerSettings::CompilerSettings(bool follow, bool inputs, bool states) {
  if (states) setenv("HEDDLE_STATES", "1", 1);
  if (follow) setenv("HEDDLE_FOLLOW", "1", 1);
  if (follow && inputs) setenv("HEDDLE_INPUTS", "1", 1);
}
CompilerSettings::~CompilerSettings() {
  unsetenv("HEDDLE_FOLLOW");
  unsetenv("HEDDLE_INPUTS");
  unsetenv("HEDDLE_STATES");
}

Result<PreparedProgram> prepare_program(const std::vector<std::string>& inputs, const std::vector<std::string>& options,
                                        const std::vector<std::string>& args, std::string& compiler_output) {
  if (auto ok = check_inputs(inputs); !ok) return ok.error();
  if (inputs.size() == 1 && starts_as_elf(inputs[0]) && fs::path(inputs[0]).extension() != ".o") {
    auto prepared = inspect(inputs[0], options);
    if (prepared) prepared->program.args = args;
    return prepared;
  }
  auto toolchain = find_toolchain();
  if (!toolchain) return toolchain.error();
  auto directory = TemporaryDirectory::create();
  if (!directory) return directory.error();
  BuildRequest request;
  request.sources = inputs;
  request.options = options;
  request.output_dir = (*directory)->path();
  auto executable = build(*toolchain, request, compiler_output);
  if (!executable) return executable.error();
  auto file = ElfFile::open(executable->path);
  if (!file) return file.error();
  PreparedProgram prepared;
  prepared.program = {executable->path, args};
  prepared.name = fs::path(inputs[0]).stem();
  prepared.build_id = file->build_id();
  prepared.built = true;
  prepared.directory = std::move(*directory);
  prepared.notes = executable->notes;
  return prepared;
}

}  // namespace heddle
