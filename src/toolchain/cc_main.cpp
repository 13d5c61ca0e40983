// heddle-cc and heddle-c++: the compiler of somebody else's build.
#include <cstdio>
#include <string>

#include "system/process.h"
#include "system/stack.h"
#include "system/standard_streams.h"
#include "toolchain/drop_in.h"

#ifdef HEDDLE_CXX
static constexpr bool kCxx = true;
static constexpr char kName[] = "heddle-c++";
#else
static constexpr bool kCxx = false;
static constexpr char kName[] = "heddle-cc";
#endif

static int refuse(const heddle::Error& error) {
  std::fprintf(stderr, "%s: error: %s\n", kName, error.message.c_str());
  if (!error.hint.empty()) std::fprintf(stderr, "%s\n", error.hint.c_str());
  return 1;
}

static int run(int argc, char** argv) {
  const auto toolchain = heddle::find_toolchain();
  if (!toolchain) return refuse(toolchain.error());
  const auto compiler = heddle::drop_in(*toolchain, kCxx, heddle::Arguments(argv + 1, argv + argc));
  if (!compiler) return refuse(compiler.error());
  for (const std::string& note : compiler->notes) std::fprintf(stderr, "%s: note: %s\n", kName, note.c_str());
  return refuse(heddle::execute(compiler->command));
}

int main(int argc, char** argv) {
  heddle::hold_standard_streams();
  return heddle::with_enough_stack([&] { return run(argc, argv); });
}
