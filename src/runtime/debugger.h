// What debuggers get to see of a run with details; see debugger.cpp.
#pragma once

namespace heddle::rt {

// Puts the threads where a debugger looks for them.
void show_debugger();
// An event is being recorded: debuggers may stop here.
void debugger_step();

}  // namespace heddle::rt
