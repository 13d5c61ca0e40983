// What a command line asks for decides what is added: preprocessing and compiling need the compile flags,
// linking the link flags, and a question (--version, -print-search-dirs) must be answered as clang would.
#include "toolchain/drop_in.h"

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "toolchain/response_file.h"

namespace heddle {
namespace {

// Options whose next word is their argument, so that it is not mistaken for an input.
bool takes_argument(const std::string& option) {
  for (const char* known : {"-o",
                            "-I",
                            "-D",
                            "-U",
                            "-L",
                            "-l",
                            "-x",
                            "-u",
                            "-T",
                            "-z",
                            "-e",
                            "-h",
                            "-include",
                            "-imacros",
                            "-isystem",
                            "-iquote",
                            "-idirafter",
                            "-isysroot",
                            "-iprefix",
                            "-iwithprefix",
                            "-MF",
                            "-MT",
                            "-MQ",
                            "-MJ",
                            "-Xclang",
                            "-Xlinker",
                            "-Xpreprocessor",
                            "-Xassembler",
                            "-mllvm",
                            "-target",
                            "--target",
                            "-arch",
                            "-soname",
                            "--param",
                            "-B",
                            "--sysroot",
                            "-A",
                            "-rpath",
                            "-version-info",
                            "-dumpbase",
                            "-G"})
    if (option == known) return true;
  return false;
}

bool is_question(const std::string& option) {
  for (const char* start : {"--version", "-print-", "--print-", "-dumpversion", "-dumpmachine", "-dumpspecs", "--help",
                            "-help", "-###", "-V", "--autocomplete"})
    if (option.rfind(start, 0) == 0) return true;
  return false;
}

bool is_compiled(const std::string& input) {
  const std::string extension = std::filesystem::path(input).extension();
  for (const char* linked : {".o", ".a", ".so", ".obj", ".lo", ".la", ".s", ".S", ".ld", ".map", ".def"})
    if (extension == linked) return false;
  return input.find(".so.") == std::string::npos;
}

struct Request {
  bool question = false;  // nothing is built
  bool links = true;
  bool shared = false;
  bool relocatable = false;  // -r: an object made of objects
  bool position_independent = false;
  bool sources = false;
  bool inputs = false;
  bool cxx_library = false;  // a C driver told to link libstdc++
};

Request understand(const Arguments& arguments) {
  Request request;
  bool language_given = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& a = arguments[i];
    if (a == "-x") language_given = i + 1 < arguments.size() && arguments[i + 1] != "none";
    else if (a.rfind("-x", 0) == 0 && a.size() > 2) language_given = a != "-xnone";
    if (a == "-c" || a == "-S" || a == "-E" || a == "-M" || a == "-MM" || a == "-fsyntax-only" || a == "--precompile")
      request.links = false;
    if (a == "-shared" || a == "--shared") request.shared = true;
    if (a == "-r" || a == "-Wl,-r" || a == "-Wl,--relocatable") request.relocatable = true;
    if (a == "-fPIC" || a == "-fpic") request.position_independent = true;
    if (a == "-lstdc++" || a == "-lc++") request.cxx_library = true;
    if (is_question(a)) request.question = true;
    if (a[0] != '-' || a == "-") {
      request.inputs = true;
      request.sources |= language_given || is_compiled(a);
    } else if (takes_argument(a)) {
      ++i;
    } else if (a.rfind("-l", 0) == 0) {
      request.inputs = true;
    }
  }
  if (!request.inputs) request.question = true;
  return request;
}

void append(Arguments& to, const Arguments& from) { to.insert(to.end(), from.begin(), from.end()); }

}  // namespace

Result<CompilerCommand> drop_in(const Toolchain& toolchain, bool cxx, const Arguments& arguments) {
  Result<Arguments> expanded = expand_response_files(arguments);
  if (!expanded) return expanded.error();
  std::erase(*expanded, std::string());
  // As a launcher in front of another compiler, whose place it takes.
  if (expanded->size() >= 2 && expanded->front() == "--in-place-of")
    expanded->erase(expanded->begin(), expanded->begin() + 2);
  CompilerCommand result;
  const Request request = understand(*expanded);
  if (request.question) {
    result.command.push_back(cxx ? toolchain.clangxx : toolchain.clang);
    append(result.command, *expanded);
    return result;
  }
  Result<Arguments> options = without_obstacles(*expanded, result.notes);
  if (!options) return options.error();
  result.command = toolchain.command(cxx);
  result.command.push_back("-Qunused-arguments");
  if (request.sources) {
    append(result.command, compile_defaults(toolchain));
    if (request.shared && !request.position_independent) result.command.push_back("-fPIC");
  }
  if (request.links && !request.relocatable)
    append(result.command, link_flags(toolchain, cxx || request.cxx_library, request.shared, *options));
  append(result.command, *options);
  result.links_executable = request.links && !request.relocatable && !request.shared;
  if (request.sources) append(result.command, compile_requirements(toolchain));
  return result;
}

}  // namespace heddle
