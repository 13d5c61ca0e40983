// Toolchain: where the compiler and our own parts are.
//
// The build tree has the shape of an installation (bin/, lib/heddle/), so both are found the same way: from the
// running binary. HEDDLE_CLANG names another clang of the right version.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"

namespace heddle {

inline constexpr int kClangVersion = 19;

struct Toolchain {
  std::string compiler;     // heddle-clang, put in front of one of the next two to save time; empty if there is none
  std::string clang;        // compiler and linker driver for C
  std::string clangxx;      // the same for C++
  std::string ld_path;      // ld.lld
  std::string pass;         // heddle_pass.so
  std::string runtime_dir;  // holds libheddle_rt.so
  std::string include_dir;  // holds heddle/heddle.h
  std::string cxx_object;   // linked into C++ executables; empty if there is none
  std::string cxx_archive;  // the same, as far as they need it
  std::string c_archive;    // the same for executables in C and C++
  bool inputs = false;      // programs are compiled so that inputs are followed through the C library (HEDDLE_INPUTS)

  // How a command begins that compiles or links.
  std::vector<std::string> command(bool cxx) const {
    std::vector<std::string> words{cxx ? clangxx : clang};
    if (!compiler.empty()) words.insert(words.begin(), compiler);
    return words;
  }
  std::string runtime() const { return runtime_dir + "/libheddle_rt.so"; }
};

Result<Toolchain> find_toolchain();

}  // namespace heddle
