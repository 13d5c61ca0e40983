// What gdb is told to make a replay easy to look at (docs/debugging.md): the settings, and commands for threads, steps and going back.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace heddle {

// What the commands have to know of the replay.
struct GdbReplay {
  std::string channel;                                  // the file that the program's process reads
  std::vector<std::string> threads;                     // names, by id
  std::vector<std::pair<uint32_t, std::string>> steps;  // of the report: event, and what it says
};

// As a script for gdb. It runs nothing yet.
std::string gdb_settings();
std::string gdb_commands(const GdbReplay& replay);

}  // namespace heddle
