// heddle doctor: what this machine has, what is missing, how to get it.
#include <dlfcn.h>
#include <sys/auxv.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "cli/commands.h"
#include "cli/outcome.h"
#include "system/process.h"
#include "toolchain/toolchain.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

struct Item {
  bool good;
  bool needed;  // a check is impossible without it
  std::string what;
  std::string fix;  // if not good
};

// How this distribution installs a package; Debian and Ubuntu name them alike.
std::string install(const std::string& debian, const std::string& fedora) {
  std::ifstream in("/etc/os-release");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("ID") && (line.find("fedora") != std::string::npos || line.find("rhel") != std::string::npos))
      return "dnf install " + fedora;
  return "apt-get install " + debian;
}

Item program(const std::string& title, std::initializer_list<const char*> names, const std::string& fix) {
  for (const char* name : names)
    if (const std::string path = find_program(name); !path.empty()) return {true, false, title + ": " + path, ""};
  return {false, false, title + ": not found", fix};
}

Item toolchain() {
  const auto found = find_toolchain();
  if (!found) return {false, true, "compiler, linker, pass and runtime: " + found.error().message, found.error().hint};
  return {true, true,
          "compiler: " + found->clang + ", linker: " + found->ld_path + ", pass and runtime: " + found->runtime_dir,
          ""};
}

Item library_headers() {
  const bool c = fs::exists("/usr/include/stdio.h") || fs::exists("/usr/include/x86_64-linux-gnu/bits/types.h");
  std::error_code none;
  bool cxx = false;
  for (const auto& version : fs::directory_iterator("/usr/include/c++", none))
    cxx |= fs::exists(version.path() / "thread");
  return {c && cxx, true, std::string("headers of the C and C++ library: ") + (c && cxx ? "found" : "not found"),
          install("libc6-dev libstdc++-12-dev", "glibc-devel libstdc++-devel")};
}

Item fsgsbase() {
  constexpr unsigned long kFsGsBase = 2;  // HWCAP2_FSGSBASE
  const bool good = (getauxval(AT_HWCAP2) & kFsGsBase) != 0;
  return {good, false, std::string("FSGSBASE instructions: ") + (good ? "usable" : "not usable; switches are slower"),
          "They need Linux 5.9 or newer on a processor of 2013 or newer, and a hypervisor that passes them on."};
}

Item watched_calls() {
  const bool good = can_watch_calls();
  return {good, true,
          std::string("system calls (Syscall User Dispatch): ") + (good ? "can be watched" : "cannot be watched here"),
          "They need Linux 5.11 or newer; without, no program is verified, since what runs leave behind is not known."};
}

Item fixed_addresses() {
  const bool good = can_fix_addresses();
  return {good, false, std::string("fixed addresses (personality): ") + (good ? "allowed" : "not allowed here"),
          "Shared libraries may then be loaded elsewhere in every run. In Docker: --security-opt seccomp=unconfined."};
}

Item overcommit() {
  int mode = 0;
  std::ifstream("/proc/sys/vm/overcommit_memory") >> mode;
  return {mode != 2, false, "memory overcommit: mode " + std::to_string(mode),
          "Mode 2 refuses the large sparse areas used here. As root: sysctl vm.overcommit_memory=0"};
}

// What is loaded when a program has inputs; headers are needed to build Heddle only.
Item z3() {
  void* library = dlopen("libz3.so.4", RTLD_LAZY);
  if (library == nullptr) library = dlopen("libz3.so", RTLD_LAZY);
  const bool good = library != nullptr;
  if (good) dlclose(library);
  return {good, false, std::string("Z3 (for programs with inputs): ") + (good ? "found" : "not found"),
          install("libz3-4", "z3-libs")};
}

}  // namespace

int doctor_command() {
  const Item items[] = {
      toolchain(),
      fsgsbase(),
      fixed_addresses(),
      watched_calls(),
      overcommit(),
      program("gdb (for heddle replay --gdb)", {"gdb"}, install("gdb", "gdb")),
      program("llvm-symbolizer (source lines of call stacks)", {"llvm-symbolizer-19", "llvm-symbolizer"},
              install("llvm-19", "llvm")),
      library_headers(),
      z3(),
  };
  bool usable = true;
  for (const Item& f : items) {
    std::printf("%-8s %s\n", f.good ? "ok" : f.needed ? "MISSING" : "missing", f.what.c_str());
    if (!f.good) std::printf("         %s\n", f.fix.c_str());
    usable = usable && (f.good || !f.needed);
  }
  std::printf(usable ? "heddle: this machine can check programs\n"
                     : "heddle: this machine cannot check programs yet\n");
  return usable ? kExitVerified : kExitWrongUse;
}

}  // namespace heddle
