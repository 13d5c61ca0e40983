// heddle-cc and heddle-c++: the compiler of somebody else's build.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "system/process.h"
#include "system/stack.h"
#include "system/standard_streams.h"
#include "toolchain/drop_in.h"
#include "toolchain/foreign_objects.h"
#include "toolchain/process.h"

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

// A link of objects that Heddle did not compile, and of a list of them.
static int link_with_list(const heddle::Toolchain& toolchain, heddle::Arguments command,
                          const std::vector<heddle::ForeignFunction>& functions) {
  char directory[] = "/tmp/heddle-link-XXXXXX";
  if (mkdtemp(directory) == nullptr) return refuse({"cannot create a temporary directory in /tmp", ""});
  const auto object = heddle::compile_foreign_list(toolchain, functions, directory);
  bool linked = false;
  if (object) {
    command.push_back(*object);
    auto process = heddle::CompilerProcess::start(command);
    linked = process && process->wait() == heddle::Death{};
    if (process) std::fputs(process->errors().c_str(), stderr);
  } else {
    refuse(object.error());
  }
  std::error_code ignored;
  std::filesystem::remove_all(directory, ignored);
  return linked ? 0 : 1;
}

static int run(int argc, char** argv) {
  const auto toolchain = heddle::find_toolchain();
  if (!toolchain) return refuse(toolchain.error());
  const auto compiler = heddle::drop_in(*toolchain, kCxx, heddle::Arguments(argv + 1, argv + argc));
  if (!compiler) return refuse(compiler.error());
  for (const std::string& note : compiler->notes) std::fprintf(stderr, "%s: note: %s\n", kName, note.c_str());
  if (compiler->links_executable)
    if (const auto foreign = heddle::foreign_functions(compiler->command); !foreign.empty())
      return link_with_list(*toolchain, compiler->command, foreign);
  return refuse(heddle::execute(compiler->command));
}

int main(int argc, char** argv) {
  heddle::hold_standard_streams();
  return heddle::with_enough_stack([&] { return run(argc, argv); });
}
