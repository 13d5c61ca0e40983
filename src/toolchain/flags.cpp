#include "toolchain/flags.h"

#include <algorithm>

namespace heddle {

Arguments compile_defaults(const Toolchain& toolchain) {
  return {"-O1", "-g", "-fno-pie", "-Wno-override-module", "-I" + toolchain.include_dir};
}

Arguments compile_requirements(const Toolchain& toolchain) {
  Arguments flags{
      "-fpass-plugin=" + toolchain.pass,
      // Frames can be walked without unwind tables.
      "-fno-omit-frame-pointer", "-mno-omit-leaf-frame-pointer",
      // Types are described where they are used, not only where they are constructed: names of fields need them.
      "-Xclang", "-fno-use-ctor-homing",
      // Locals end with their block at -O0 too, where clang says so only if asked.
      "-Xclang", "-fsanitize-address-use-after-scope",
      // What an uninitialised local holds must not depend on the schedule, and it is not zero by accident.
      "-ftrivial-auto-var-init=pattern",
      // Programs that forget a return, or loop for ever, do what they do without an optimiser.
      "-fno-strict-return", "-fno-finite-loops",
      // Fortified calls would hide memcpy.
      "-U_FORTIFY_SOURCE",
      // <heddle/check.hpp> must know that this file is instrumented.
      "-D__HEDDLE__=1",
      // Concurrency Kit writes its atomics in assembly unless told otherwise.
      "-DCK_USE_CC_BUILTINS=1",
#if defined(__x86_64__)
      "-mcx16",
#endif
      "-pthread"};
  // Kinds of characters are asked of functions, not looked up in a table.
  if (toolchain.inputs) flags.push_back("-D__NO_CTYPE");
  return flags;
}

Arguments link_flags(const Toolchain& toolchain, bool cxx, bool shared, const Arguments& options) {
  const bool own_exports = std::any_of(options.begin(), options.end(), [](const std::string& option) {
    return option.find("version-script") != std::string::npos;  // there can be only one
  });
  Arguments flags{"--ld-path=" + toolchain.ld_path, "-pthread", "-Wl,-z,now", "-Wl,--build-id=sha1",
                  "-Wl,-rpath," + toolchain.runtime_dir};
  if (!shared) flags.insert(flags.end(), {"-no-pie", "-rdynamic"});
  if (!shared && !own_exports)
    flags.insert(flags.end(),
                 {"-Wl,--undefined-version", "-Wl,--version-script=" + toolchain.runtime_dir + "/program.map"});
  flags.insert(flags.end(), {"-Wl,--push-state,--no-as-needed", toolchain.runtime(), "-Wl,--pop-state"});
  if (toolchain.inputs && !shared)
    flags.insert(flags.end(), {"-Wl,-u,heddle_in_sources", toolchain.runtime_dir + "/libheddle_inputs.a"});
  if (cxx && !shared && !toolchain.cxx_object.empty()) flags.push_back(toolchain.cxx_object);
  if (cxx && !shared && !toolchain.cxx_archive.empty()) flags.push_back(toolchain.cxx_archive);
  if (!shared && !toolchain.c_archive.empty()) flags.push_back(toolchain.c_archive);
  return flags;
}

// "-fsanitize=address,undefined" => "-fsanitize=undefined"; empty if nothing is left.
static std::string without_own_runtimes(const std::string& option) {
  std::string kept;
  for (size_t begin = option.find('=') + 1; begin <= option.size();) {
    size_t end = option.find(',', begin);
    if (end == std::string::npos) end = option.size();
    const std::string name = option.substr(begin, end - begin);
    const bool clashes = name == "address" || name == "thread" || name == "memory" || name == "leak" ||
                         name == "hwaddress" || name == "fuzzer" || name == "dataflow";
    if (!clashes && !name.empty()) kept += (kept.empty() ? "" : ",") + name;
    begin = end + 1;
  }
  return kept.empty() ? "" : "-fsanitize=" + kept;
}

Result<Arguments> without_obstacles(const Arguments& options, std::vector<std::string>& notes) {
  Arguments kept;
  bool fortified = false;
  for (const std::string& option : options) {
    const auto begins = [&](const char* text) { return option.rfind(text, 0) == 0; };
    if (option == "-static" || option == "-static-pie" || option == "--static")
      return Error{"static linking (" + option + ") is not supported: Heddle's runtime is a shared library",
                   "Leave " + option + " out when building with Heddle."};
    if (begins("-fsanitize=")) {
      const std::string rest = without_own_runtimes(option);
      if (rest != option) notes.push_back(option + ": left out what needs a runtime of its own; Heddle checks instead");
      if (rest.empty()) continue;
      // What is undefined is told by Heddle's runtime; types of objects and functions would need the sanitizer's.
      kept.insert(kept.end(), {rest, "-fno-sanitize-link-runtime", "-fno-sanitize=vptr,function"});
    } else if (begins("-flto") || option == "-fwhole-program-vtables" || option == "-fvirtual-function-elimination") {
      notes.push_back(option + ": left out; instrumentation works on one file at a time");
    } else if (option == "-s" || option == "-Wl,-s" || option == "-Wl,--strip-all" || option == "-g0") {
      notes.push_back(option + ": left out; reports need debug information");
    } else if (option != "-pie" && option != "-fPIE" && option != "-fpie" && option != "-Wl,-pie" &&
               option != "-fomit-frame-pointer" && !begins("-fuse-ld=") && !begins("--ld-path=")) {
      kept.push_back(option);
    }
    if (option.find("D_FORTIFY_SOURCE") != std::string::npos) fortified = true;
  }
  // Behind all others that define it, also those in a list behind -Wp.
  if (fortified) kept.push_back("-Wp,-U_FORTIFY_SOURCE");
  return kept;
}

}  // namespace heddle
