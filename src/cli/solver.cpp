#include "cli/solver.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "causal/input_solver.h"
#include "causal/path_question.h"
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

std::string differences;  // the folder for formulas about which solvers differ

[[noreturn]] void formulas_differ(const char* formula) {
  const std::string path = differences + "/solvers_differ.smt2";
  if (auto written = write_whole_file(path, formula); !written) print_error(written.error());
  std::fprintf(stderr,
               "heddle: internal error: Z3 and cvc5 contradict each other\n"
               "This is a bug in one of them, or in Heddle. Please report it with %s.\n",
               path.c_str());
  std::exit(exit_code(Verdict::kInconclusive));
}

// `both`: beside Z3, which is in `smt`.
Status load_cvc5(void* smt, const std::filesystem::path& folder, bool both) {
  void* library = dlopen((folder / "libheddle_cvc5.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    return Error{std::string("cvc5 cannot be loaded: ") + dlerror(),
                 "Install libcvc5-1 and build Heddle with libcvc5-dev, or use --solver z3."};
  void* make = dlsym(library, "heddle_make_cvc5");
  using Use = void(void*, bool, void (*)(const char*));
  auto* use = reinterpret_cast<Use*>(dlsym(smt, "heddle_use_second_solver"));
  if (make == nullptr || use == nullptr)
    return Error{(folder / "libheddle_cvc5.so").string() + " is of another version of Heddle", "Build Heddle again."};
  use(make, both, formulas_differ);
  return Ok{};
}

std::filesystem::path library_folder() {
  std::error_code ignored;
  const auto binary = std::filesystem::read_symlink("/proc/self/exe", ignored);
  return binary.parent_path().parent_path() / "lib/heddle";
}

using Stop = void(bool);
Stop* stop_solvers = nullptr;  // of the library that was loaded

}  // namespace

std::function<void(bool)> solver_stopper() {
  if (stop_solvers == nullptr) return {};
  return [](bool stop) {
    causal::solvers_stopped() = stop;
    stop_solvers(stop);
  };
}

certificate::AskSolver script_solver(const std::string& which) {
  using Ask = int(const char*);
  const auto load = [which]() -> Ask* {
    void* library = dlopen((library_folder() / "libheddle_smt.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return nullptr;
    if (which == "cvc5" && !load_cvc5(library, library_folder(), false)) return nullptr;
    return reinterpret_cast<Ask*>(dlsym(library, "heddle_answer_script"));
  };
  return [load, ask = static_cast<Ask*>(nullptr), tried = false](const std::string& script) mutable {
    if (!std::exchange(tried, true)) ask = load();
    if (ask == nullptr) return certificate::Answer::kUnknown;
    const int answer = ask(script.c_str());
    return answer == 0   ? certificate::Answer::kYes
           : answer == 1 ? certificate::Answer::kNo
                         : certificate::Answer::kUnknown;
  };
}

bool has_solver(const std::string& which) {
  return std::filesystem::exists(library_folder() / (which == "cvc5" ? "libheddle_cvc5.so" : "libheddle_smt.so"));
}

bool receives_inputs(const std::string& executable) {
  std::ifstream file(executable, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  return bytes.find("__VERIFIER_nondet_") != std::string::npos || bytes.find("heddle_input_") != std::string::npos;
}

bool follows_inputs(const std::string& executable) {
  std::ifstream file(executable, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  return bytes.find("heddle_in_sources") != std::string::npos;
}

Status load_solver(const CheckOptions& o, bool inputs) {
  if (o.solver == "native" && !inputs) return Ok{};
  const std::filesystem::path folder = library_folder();
  const std::string path = folder / "libheddle_smt.so";
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    return Error{std::string("the solver cannot be loaded: ") + dlerror(),
                 "Install libz3-4 and build Heddle with libz3-dev, or use --solver native."};
  using Make = causal::TraceSolver*();
  auto* make = reinterpret_cast<Make*>(dlsym(library, "heddle_make_z3_solver"));
  if (make == nullptr) return Error{path + " is of another version of Heddle", "Build Heddle again."};
  using MakeInputs = causal::BitVectorSolver*();
  auto* make_inputs = reinterpret_cast<MakeInputs*>(dlsym(library, "heddle_make_z3_inputs"));
  using MakePaths = causal::PathSolver*();
  auto* make_paths = reinterpret_cast<MakePaths*>(
      dlsym(library, o.engine == "mpc-trace" ? "heddle_make_z3_paths_here" : "heddle_make_z3_paths"));
  stop_solvers = reinterpret_cast<Stop*>(dlsym(library, "heddle_stop_solvers"));
  if (make_inputs == nullptr || make_paths == nullptr || stop_solvers == nullptr)
    return Error{path + " is of another version of Heddle", "Build Heddle again."};
  causal::bit_vector_solver() = [make_inputs] { return std::unique_ptr<causal::BitVectorSolver>(make_inputs()); };
  causal::path_solver() = [make_paths] { return std::unique_ptr<causal::PathSolver>(make_paths()); };
  causal::OtherSolvers& others = causal::other_solvers();
  others.reference = [make] { return std::unique_ptr<causal::TraceSolver>(make()); };
  others.on_difference = [directory = o.output_dir](const std::string& recorded) {
    solvers_differ(directory, recorded);
  };
  differences = o.output_dir;
  const bool both = o.solver == "both" && o.engine != "mcr-trace";  // there it is the native one beside Z3
  if (both || o.solver == "cvc5") return load_cvc5(library, folder, both);
  return Ok{};
}

}  // namespace heddle
