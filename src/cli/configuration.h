// What is configured outside the command line: heddle.toml, and options in the first comment of a source file.
//
//   # heddle.toml, in the working directory or above it
//   [check]                     options of `heddle check`, by their names
//   engine = "dpor"
//   time_limit = "30s"
//   keep_going = true
//   compiler = ["-std=c++20", "-Iinclude"]
//
//   [[suppress]]
//   kind = "assertion"
//   file = "third_party/*"
//   function = "legacy::*"
//   reason = "ticket 4711: will be replaced"
//
//   [[outside]]                 what a function does that is not compiled with Heddle
//   function = "crc32"
//   effects = "reads 2[#3]"
//   reason = "looks at the buffer, keeps nothing"
//
//   // heddle: --engine dfs --keep-going        in a source, before its first line of code
//
// The command line wins over the source's comment, which wins over heddle.toml.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/suppressions.h"

namespace heddle {

struct Configuration {
  std::string file;                // "" if there is none
  std::vector<std::string> words;  // options, as on a command line
  std::vector<Suppression> suppressions;
  std::string outside;  // lines FUNCTION : EFFECTS, as src/outside/functions.txt has them
};

// The file named heddle.toml in `directory` or the nearest directory above it, "" if there is none.
std::string find_configuration(const std::string& directory);
Result<Configuration> read_configuration(const std::string& file);

// Options that the first comment of a source holds, "--" and what follows included.
std::vector<std::string> options_in_source(const std::string& file);

struct ConfiguredArguments {
  std::vector<std::string> words;  // the command line with what is configured before what the user said
  Configuration configuration;
};
// For `heddle check`; other commands stay as they are. `--config FILE` names the file, `--config none` wants none.
Result<ConfiguredArguments> configure(const std::vector<std::string>& args);

}  // namespace heddle
