// One source is one call of clang that compiles and links; that is the fastest way. Several are compiled side by
// side, then linked.
#include "toolchain/build.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "toolchain/flags.h"
#include "toolchain/foreign_objects.h"
#include "toolchain/process.h"

namespace heddle {
namespace {

constexpr size_t kJobs = 2;

// sqrt and the like, as part of C; linked only if something of it is used.
const Arguments kMathematics{"-Wl,--push-state,--as-needed", "-lm", "-Wl,--pop-state"};

enum class Language { kC, kCxx, kLlvm, kObject, kUnknown };

Language language_of(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension();
  if (extension == ".c" || extension == ".i") return Language::kC;
  for (const char* cxx : {".cc", ".cpp", ".cxx", ".C", ".c++", ".CPP", ".cp", ".ii"})
    if (extension == cxx) return Language::kCxx;
  if (extension == ".ll" || extension == ".bc") return Language::kLlvm;
  if (extension == ".o" || extension == ".a" || extension == ".so") return Language::kObject;
  return Language::kUnknown;
}

// Only what changes how a source is compiled: nothing is added to the program, and nobody outside sees its variables.
bool adds_no_code(const Arguments& options) {
  return std::all_of(options.begin(), options.end(), [](const std::string& o) {
    if (o == "-g" || o == "-w" || o == "-pthread") return true;
    for (const char* prefix : {"-O", "-g", "-std=", "-D", "-U", "-I", "-m"})
      if (o.rfind(prefix, 0) == 0) return o != "-I" && o != "-D" && o != "-U" && o != "-mllvm";
    return o.rfind("-W", 0) == 0 && o.find(',') == std::string::npos;
  });
}

// Compiled C++ names the library's symbols.
bool mentions_cxx(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  return bytes.find("_ZSt") != std::string::npos || bytes.find("_ZNSt") != std::string::npos ||
         bytes.find("__cxa_") != std::string::npos || bytes.find("__gxx_personality") != std::string::npos;
}

// Declarations of another machine's library: the program would not be what its source says.
bool is_for_32_bits(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension();
  if (extension != ".i" && extension != ".ii") return false;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (line.find("typedef unsigned int size_t;") != std::string::npos) return true;
  return false;
}

bool chooses_standard(const Arguments& options) {
  return std::any_of(options.begin(), options.end(), [](const std::string& o) { return o.rfind("-std=", 0) == 0; });
}

class Builder {
 public:
  Builder(const Toolchain& toolchain, const BuildRequest& request, Arguments options, std::string& output)
      : toolchain_(toolchain), request_(request), options_(std::move(options)), output_(output) {
    for (const std::string& source : request.sources) {
      const Language language = language_of(source);
      cxx_ |= language == Language::kCxx ||
              ((language == Language::kLlvm || language == Language::kObject) && mentions_cxx(source));
    }
    cxx_ |= request.cxx_link;
  }

  Status run(const std::string& executable) {
    // Objects and archives may also stand among the options.
    if (request_.sources.size() == 1 && foreign_functions(options_).empty() &&
        language_of(request_.sources[0]) != Language::kObject)
      return compile_and_link(request_.sources[0], executable);
    Arguments objects;
    if (Status compiled = compile_all(objects); !compiled) return compiled;
    return link(objects, executable);
  }

 private:
  Arguments compile_command(const std::string& source) const {
    const bool cxx = language_of(source) == Language::kCxx;
    Arguments command = toolchain_.command(cxx || (cxx_ && request_.sources.size() == 1));
    command.push_back("-Qunused-arguments");
    if (isatty(STDERR_FILENO)) command.push_back("-fcolor-diagnostics");
    append(command, compile_defaults(toolchain_));
    if (cxx && !chooses_standard(options_)) command.push_back("-std=gnu++20");
    append(command, compile_requirements(toolchain_));
    return command;
  }

  Status compile_and_link(const std::string& source, const std::string& executable) {
    Arguments command = compile_command(source);
    append(command, link_flags(toolchain_, cxx_, false, options_));
    command.push_back(source);
    append(command, options_);
    append(command, kMathematics);
    append(command, {"-o", executable});
    const bool whole = adds_no_code(options_);
    if (whole) setenv("HEDDLE_WHOLE", "1", 1);
    auto process = CompilerProcess::start(command);
    unsetenv("HEDDLE_WHOLE");
    return finish(std::move(process), "cannot compile " + source);
  }

  Status compile_all(Arguments& objects) {
    std::deque<std::pair<Result<CompilerProcess>, std::string>> running;
    Status status = Ok();
    const auto finish_oldest = [&] {
      Status one = finish(std::move(running.front().first), "cannot compile " + running.front().second);
      if (status) status = one;
      running.pop_front();
    };
    for (size_t i = 0; i < request_.sources.size(); ++i) {
      const std::string& source = request_.sources[i];
      if (language_of(source) == Language::kObject) {
        objects.push_back(source);
        continue;
      }
      if (running.size() == kJobs) finish_oldest();
      const std::string object = request_.output_dir + "/" + std::to_string(i) + ".o";
      Arguments command = compile_command(source);
      append(command, options_);
      append(command, {"-c", source, "-o", object});
      running.emplace_back(CompilerProcess::start(command), source);
      objects.push_back(object);
    }
    while (!running.empty()) finish_oldest();
    return status;
  }

  Status link(const Arguments& objects, const std::string& executable) {
    Arguments command = toolchain_.command(cxx_);
    command.push_back("-Qunused-arguments");
    append(command, link_flags(toolchain_, cxx_, false, options_));
    append(command, objects);
    append(command, options_);
    const auto list = compile_foreign_list(toolchain_, foreign_functions(command), request_.output_dir);
    if (!list) return list.error();
    if (!list->empty()) command.push_back(*list);
    append(command, kMathematics);
    append(command, {"-o", executable});
    return finish(CompilerProcess::start(command), "cannot link the program");
  }

  Status finish(Result<CompilerProcess> process, const std::string& what) {
    if (!process) return process.error();
    const Death death = process->wait();
    const std::string errors = process->errors();
    output_ += errors;
    if (death == Death{}) return Ok();
    if (death.by_signal)
      return Error{what + ": the compiler was " + describe(death),
                   "It may need more memory, or a larger stack (ulimit -s)."};
    if (errors.empty()) return Error{what + ": the compiler " + describe(death) + " and said nothing", ""};
    if (errors.find("undefined symbol: main\n") != std::string::npos)
      return Error{what + ": the program has no main function", "Name all sources of the program, or give it a main."};
    if (errors.find("undefined symbol: __atomic_") != std::string::npos)
      return Error{what, "Atomic objects that are not lock-free need libatomic: add -latomic."};
    return Error{what, ""};
  }

  static void append(Arguments& to, const Arguments& from) { to.insert(to.end(), from.begin(), from.end()); }

  const Toolchain& toolchain_;
  const BuildRequest& request_;
  Arguments options_;    // the user's, without obstacles
  std::string& output_;  // what the compilers wrote so far
  bool cxx_ = false;     // link as C++
};

}  // namespace

bool is_source(const std::string& path) {
  const Language language = language_of(path);
  return language != Language::kObject && language != Language::kUnknown;
}

Result<Executable> build(const Toolchain& toolchain, const BuildRequest& request, std::string& compiler_output) {
  if (request.sources.empty()) return Error{"no source file given", "Name at least one .c or .cpp file."};
  for (const std::string& source : request.sources) {
    std::error_code ignored;
    if (!std::filesystem::exists(source, ignored)) return Error{"no such file: " + source, ""};
    if (language_of(source) == Language::kUnknown)
      return Error{"not a source file that Heddle knows: " + source,
                   "C is .c; C++ is .cc, .cpp, .cxx or .C; LLVM is .ll or .bc."};
    if (is_for_32_bits(source))
      return Error{source + " was preprocessed for a machine of 32 bits", "Check the file that it was made of."};
  }
  Executable executable{request.output_dir + "/program", {}, {}};
  Result<Arguments> options = without_obstacles(request.options, executable.notes);
  if (!options) return options.error();
  Builder builder(toolchain, request, *options, compiler_output);
  if (Status built = builder.run(executable.path); !built) return built.error();
  executable.warnings = compiler_output;
  return executable;
}

}  // namespace heddle
