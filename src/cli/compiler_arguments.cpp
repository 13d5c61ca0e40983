#include "cli/compiler_arguments.h"

#include <algorithm>
#include <iterator>

namespace heddle {
namespace {

// Options whose argument may be a word of its own.
constexpr const char* kWithArgument[] = {"-I",       "-D",        "-U",         "-L",       "-l",       "-x",
                                         "-isystem", "-iquote",   "-idirafter", "-include", "-imacros", "-Xclang",
                                         "-Xlinker", "-isysroot", "-target",    "-MF"};
// Options recognised by how they begin. None of ours begins so: ours are "--word", "-j" and "-h".
constexpr const char* kBeginnings[] = {
    "-I",      "-D",      "-U", "-L", "-l",      "-x",       "-std=",   "-O",       "-f", "-W",    "-g",
    "-m",      "-i",      "-n", "-p", "-Xclang", "-Xlinker", "-target", "-stdlib=", "-w", "-ansi", "-rdynamic",
    "-static", "-shared", "-B", "-c", "-S",      "-E",       "-o",      "-v",       "-M"};
// Long options of the compiler that begin with two dashes.
constexpr const char* kLongBeginnings[] = {"--std=", "--sysroot=", "--target=", "--gcc-toolchain=", "--param"};

bool begins_with_one_of(const std::string& arg, const auto& beginnings) {
  return std::any_of(std::begin(beginnings), std::end(beginnings), [&](const char* b) { return arg.starts_with(b); });
}

}  // namespace

SplitArguments split_arguments(const std::vector<std::string>& args) {
  SplitArguments out;
  for (size_t i = 0; i < args.size(); ++i) {
    const std::string& arg = args[i];
    if (arg == "--") {
      out.program.assign(args.begin() + static_cast<long>(i) + 1, args.end());
      break;
    }
    const bool theirs = arg.starts_with("--") ? begins_with_one_of(arg, kLongBeginnings)
                                              : arg.starts_with("-") && begins_with_one_of(arg, kBeginnings);
    (theirs ? out.compiler : out.ours).push_back(arg);
    const bool takes_next =
        std::find(std::begin(kWithArgument), std::end(kWithArgument), arg) != std::end(kWithArgument);
    if (theirs && takes_next && i + 1 < args.size() && args[i + 1] != "--") out.compiler.push_back(args[++i]);
  }
  return out;
}

}  // namespace heddle
