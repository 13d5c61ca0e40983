// The options that say which runs there are and what is looked for in them, one row each. Whoever has to know them all asks this
// table: the command line, a worker, a .heddle file, a certificate, and --resume, since a search that was begun with some of them
// and went on with others would promise more than it did.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "cli/options.h"
#include "report/schedule_file.h"
#include "worker/channel.h"

namespace heddle {

struct SearchOption {
  using Field = std::variant<bool CheckOptions::*, int CheckOptions::*, uint32_t CheckOptions::*,
                             uint64_t CheckOptions::*, std::string CheckOptions::*>;

  const char* name;  // "--seed"
  const char* help;
  Field field;
  void (*give)(const CheckOptions& options, WorkerSettings& settings);
  const char* key = nullptr;             // in a .heddle file; null if a single run does not depend on it
  bool shows_default = true;             // in the help
  std::vector<std::string> values = {};  // that it can have; empty: any
  std::string same = "";                 // a value that finds what the default finds: a search may go on with either
  uint32_t least = 0, most = 0;          // of a number; 0: no limit
};

const std::vector<SearchOption>& search_options();

// Programs are compiled so that the engine can follow values.
inline bool follows_values(const CheckOptions& o) {
  return (o.engine == "auto" || o.engine == "mcr" || o.engine == "mpc-trace") && o.asks == "questions";
}

// … and follow inputs through functions of the C library: sources are named, or the program's own text says so.
bool compiled_for_inputs(const CheckOptions& o, const std::vector<std::string>& sources);

// What --relevance and --array-choices say; whether the program is compiled with facts about what is still to come.
RelevanceOptions relevance_of(const CheckOptions& o);
bool wants_futures(const CheckOptions& o);

// Those that are not as usual, as words of a command line; arguments of the program come last.
std::vector<std::string> search_words(const CheckOptions& options);
void give_search_options(const CheckOptions& options, WorkerSettings& settings);
// To and from a .heddle file.
std::map<std::string, ScheduleFile::Setting> replayed_settings(const CheckOptions& options);
void read_settings(const std::map<std::string, ScheduleFile::Setting>& settings, CheckOptions& options);

}  // namespace heddle
