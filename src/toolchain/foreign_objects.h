// Foreign objects: files with code that are linked into a program though Heddle did not compile them. What their functions do is
// not seen, so the program gets a list of them, and the verdict names the file of one that was called.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "toolchain/toolchain.h"

namespace heddle {

struct ForeignFunction {
  std::string symbol;
  std::string file;  // "bank.o", "libbank.a(bank.o)"
};

// The functions that objects and archives among the arguments of a link define, and archives that -l finds in directories of -L.
std::vector<ForeignFunction> foreign_functions(const std::vector<std::string>& arguments);

// Compiles the list into an object of the program, to be linked with it. An empty path if the list is empty.
Result<std::string> compile_foreign_list(const Toolchain& toolchain, const std::vector<ForeignFunction>& functions,
                                         const std::string& directory);

}  // namespace heddle
