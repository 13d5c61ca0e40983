#include "cli/solver.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "causal/trace_solver.h"
#include "cli/outcome.h"
#include "system/whole_file.h"

namespace heddle {
namespace {

[[noreturn]] void solvers_differ(const std::string& directory, const std::string& recorded) {
  const std::string path = directory + "/solvers_differ.question";
  if (auto written = write_whole_file(path, recorded); !written) print_error(written.error());
  std::fprintf(stderr,
               "heddle: internal error: the two solvers answer a question differently\n"
               "This is a bug in Heddle. Please report it with %s.\n",
               path.c_str());
  std::exit(exit_code(Verdict::kInconclusive));
}

}  // namespace

Status load_solver(const CheckOptions& o) {
  if (o.solver == "native") return Ok{};
  std::error_code ignored;
  const auto binary = std::filesystem::read_symlink("/proc/self/exe", ignored);
  const std::string path = binary.parent_path().parent_path() / "lib/heddle/libheddle_smt.so";
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    return Error{std::string("the solver cannot be loaded: ") + dlerror(),
                 "Install libz3-4 and build Heddle with libz3-dev, or use --solver native."};
  using Make = causal::TraceSolver*();
  auto* make = reinterpret_cast<Make*>(dlsym(library, "heddle_make_z3_solver"));
  if (make == nullptr) return Error{path + " is of another version of Heddle", "Build Heddle again."};
  causal::OtherSolvers& others = causal::other_solvers();
  others.reference = [make] { return std::unique_ptr<causal::TraceSolver>(make()); };
  others.on_difference = [directory = o.output_dir](const std::string& recorded) {
    solvers_differ(directory, recorded);
  };
  return Ok{};
}

}  // namespace heddle
