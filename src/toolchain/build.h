// build: from sources to one instrumented executable.
//
//   auto program = build(*find_toolchain(), {.sources = {"bank.cpp"}, .output_dir = "/tmp/x"});
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "toolchain/toolchain.h"

namespace heddle {

struct BuildRequest {
  // C (.c), C++ (.cc .cpp .cxx .C .c++), LLVM (.ll .bc), and objects and archives built with heddle-cc (.o .a .so).
  std::vector<std::string> sources;
  // The user's compiler and linker options, for all sources and the link.
  std::vector<std::string> options;
  // Link as C++ though no source says so; sources written in C++ do it by themselves.
  bool cxx_link = false;
  // An existing directory for the executable and intermediate files.
  std::string output_dir;
};

struct Executable {
  std::string path;
  std::string warnings;            // what the compiler said, as it said it
  std::vector<std::string> notes;  // options that were left out, and why
};

// A source that the compiler refuses is an Error whose message names it; `compiler_output` gets what the compiler
// wrote, byte for byte.
Result<Executable> build(const Toolchain& toolchain, const BuildRequest& request, std::string& compiler_output);

// True if Heddle compiles a file of this name (false for objects, archives and anything else).
bool is_source(const std::string& path);

}  // namespace heddle
