#include "toolchain/toolchain.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <initializer_list>

namespace heddle {
namespace {

namespace fs = std::filesystem;

bool is_executable(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

// The first of `names` in PATH, then in LLVM's own directory.
std::string find_program(std::initializer_list<std::string> names) {
  const char* environment = std::getenv("PATH");
  const std::string directories =
      std::string(environment ? environment : "") + ":/usr/bin:/usr/lib/llvm-" + std::to_string(kClangVersion) + "/bin";
  for (const std::string& name : names)
    for (size_t begin = 0; begin <= directories.size();) {
      size_t end = directories.find(':', begin);
      if (end == std::string::npos) end = directories.size();
      if (end > begin)
        if (const fs::path path = fs::path(directories.substr(begin, end - begin)) / name; is_executable(path))
          return path;
      begin = end + 1;
    }
  return {};
}

// "/opt/bin/clang-19" => "/opt/bin/clang++-19"
std::string cxx_beside(const std::string& clang) {
  fs::path path = clang;
  std::string name = path.filename();
  const size_t at = name.find("clang");
  if (at == std::string::npos) return {};
  name.insert(at + 5, "++");
  path.replace_filename(name);
  return is_executable(path) ? path.string() : std::string();
}

}  // namespace

Result<Toolchain> find_toolchain() {
  const std::string version = std::to_string(kClangVersion);
  Toolchain found;
  const char* chosen = std::getenv("HEDDLE_CLANG");
  const bool another_clang = chosen && *chosen;
  if (another_clang) {
    found.clang = std::string(chosen).find('/') == std::string::npos ? find_program({chosen}) : chosen;
    if (!is_executable(found.clang))
      return Error{std::string("HEDDLE_CLANG names no executable: ") + chosen,
                   "Unset it, or give the path of clang " + version + "."};
    found.clangxx = cxx_beside(found.clang);
    if (found.clangxx.empty())
      return Error{"no clang++ beside " + found.clang, "HEDDLE_CLANG needs clang and clang++ in the same place."};
  } else {
    found.clang = find_program({"clang-" + version});
    found.clangxx = find_program({"clang++-" + version});
    if (found.clang.empty() || found.clangxx.empty())
      return Error{"clang " + version + " was not found",
                   "Install it (Debian: apt-get install clang-" + version + "), or name it in HEDDLE_CLANG."};
  }
  found.ld_path = find_program({"ld.lld-" + version, "ld.lld"});
  if (found.ld_path.empty())
    return Error{"the linker ld.lld was not found", "Install it (Debian: apt-get install lld-" + version + ")."};

  std::error_code failed;
  const fs::path self = fs::read_symlink("/proc/self/exe", failed);
  if (failed) return Error{"cannot find out where Heddle is installed: " + failed.message(), "Is /proc mounted?"};
  const fs::path prefix = self.parent_path().parent_path();
  const fs::path parts = prefix / "lib" / "heddle";
  found.runtime_dir = parts;
  found.pass = parts / "heddle_pass.so";
  for (const std::string& part : {found.pass, found.runtime()})
    if (!fs::exists(part, failed))
      return Error{"part of Heddle is missing: " + part, "Build everything with tools/setup, or install it again."};
  if (!another_clang && is_executable(parts / "heddle-clang")) found.compiler = parts / "heddle-clang";
  // Those for programs whose values are followed are their own (src/instrument/follow.h).
  const char* follow = std::getenv("HEDDLE_FOLLOW");
  const char* inputs = std::getenv("HEDDLE_INPUTS");
  const bool follows = follow != nullptr && std::string_view(follow) == "1";
  found.inputs = follows && inputs != nullptr && std::string_view(inputs) == "1";
  const std::string kind = found.inputs ? "_inputs" : follows ? "_followed" : "";
  const fs::path object = parts / ("heddle_cxx" + kind + ".o"), archive = parts / ("libheddle_cxx" + kind + ".a");
  if (fs::exists(object, failed)) found.cxx_object = object;
  if (fs::exists(archive, failed)) found.cxx_archive = archive;
  const fs::path plain = parts / ("libheddle_c" + kind + ".a");
  if (fs::exists(plain, failed)) found.c_archive = plain;
  found.include_dir = fs::exists(prefix / "include" / "heddle" / "heddle.h", failed) ? (prefix / "include").string()
                                                                                     : HEDDLE_SOURCE_INCLUDE_DIR;
  return found;
}

}  // namespace heddle
