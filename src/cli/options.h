// The options of `heddle check`, in one place: what can be said, what it means, what holds if it is not said.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/suppressions.h"

namespace heddle {

inline constexpr const char* kDefaultEngine = "auto";

struct CheckOptions {
  std::vector<std::string> inputs;            // sources, or one executable
  std::vector<std::string> compiler_options;  // passed on
  std::vector<std::string> program_args;
  std::string engine = kDefaultEngine;
  std::string executor = "inline";
  std::string solver = "native";    // or z3, cvc5, both; without mcr-trace native is z3
  std::string dependence = "none";  // or s, s+: see StaticDependence
  std::string kinds = "all";        // what is to be proved: see KindSet
  std::string race = "report";      // or stop, or ignore: see RaceMode
  std::string asks = "questions";   // or values: see Asks
  std::string relevance = "seen";   // see RelevanceOptions
  std::string array_choices = "on";
  uint64_t seed = 1;
  uint64_t max_executions = UINT64_MAX;
  uint64_t memory_limit = 0;  // bytes; 0: most of what is free
  double time_limit = 0;      // seconds; 0: none
  uint32_t max_steps = 100000;
  uint32_t max_loop = 1000;  // see EngineOptions
  int jobs = 1;
  int preemptions = -1;
  int depth = 3;
  int strategy = 2;
  bool estimate = false;  // only say how many executions are to be expected
  bool keep_going = false, quiet = false, leaks = false, exit_codes = false, spurious = false, commute = false,
       full_trace = false;
  bool no_peek = false, no_prune = false;  // see UnnoticedOptions
  bool shorten = true;                     // look for the shortest failing run before reporting
  std::string json;                        // file, "-" for standard output, "" for none
  std::string report;                      // directory of the HTML report, "" for none
  std::string sarif, junit;                // files, "" for none
  std::string output_dir = ".";
  std::string checkpoint, resume;
  bool count_paths = false;
  std::string tests;        // directory for a test of each local path, "gtest" for their source, "" for none
  std::string certificate;  // file for what proves a verified verdict, "" for none
  std::string config;       // heddle.toml to read; see configuration.h
  std::vector<Suppression> suppressions;
  std::string input_sources;      // --input, one a line
  std::string body;               // the call of heddle::check to explore; "" for main
  std::string judgements = "on";  // of the pass, see instrument/judgements.h
  std::string ignore;             // list of functions that are not instrumented, "" for none
  double checkpoint_every = 30;   // seconds; 0: only when the search stops early
};

struct ReplayOptions {
  std::string file;
  std::string body;         // replay only if the file belongs to this call of heddle::check; "" for always
  std::string debug_files;  // a directory for what a debugger needs to run it; "" to run it here
  bool gdb = false, full_trace = false, quiet = false;
  std::string json, report;
  std::vector<std::string> gdb_args;  // after "--"
};

struct ExplainOptions {
  std::string kind;      // "" for all
  bool example = false;  // only the program
};

struct VerifyOptions {
  std::string file;
  // The program that it is about; nothing: only the certificate is checked. Options of the compiler and arguments are those of the
  // certificate unless some are given.
  std::vector<std::string> inputs, compiler_options, program_args;
  uint64_t runs = 300;  // of the program
  uint64_t seed = 1;
  uint64_t memory_limit = 0;  // bytes; 0: most of what is free
  double time_limit = 0;      // seconds; 0: none
  std::string solver;         // for inputs: z3 or cvc5; "": the one that the check did not ask
  bool quiet = false;
};

struct AnalyzeOptions {
  std::vector<std::string> inputs, compiler_options;
  std::vector<std::string> slices;  // "file.c:12"
  std::string dot;                  // file for the graph, "" for none
  std::string page;                 // file for sources with slices to choose, "" for none
};

// What to do, as read from the command line.
struct CommandLine {
  enum class Command {
    kCheck,
    kReplay,
    kVerifyCertificate,
    kDoctor,
    kEngines,
    kExplain,
    kAnalyze,
    kHelp
  } command = Command::kHelp;
  CheckOptions check;
  ReplayOptions replay;
  ExplainOptions explain;
  VerifyOptions verify;
  AnalyzeOptions analyze;
  std::string help;  // text to print, for kHelp (also of --version and --man)
};

// An error is wrong use.
Result<CommandLine> parse_command_line(const std::vector<std::string>& args);

}  // namespace heddle
