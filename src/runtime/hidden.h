// Hidden state of libraries as objects that events can name: the environment, the state of strtok, a file.
//
// Each is a word in a region of its own. Its value is a hash of everything that was done to the state in this run, in its order:
// two runs in which it is the same have the same state, which is what engines rely on that look at several runs together.
#pragma once
#include <cstdint>
#include <string_view>

#include "outside/effects.h"

namespace heddle::rt {

void hidden_start();  // maps the region
void hidden_reset();  // before a run

uint64_t hidden_object(std::string_view name);
uint64_t hidden_descriptor(int number);   // what the number of a file stands for
uint64_t hidden_handle(uint64_t handle);  // what a library keeps behind a pointer that it gave to the program
// The file behind a descriptor or a path; 0 if there is none.
uint64_t hidden_file(int descriptor);
uint64_t hidden_file(const char* path);
void note_nameless(int descriptor);  // the current thread made a file that has no name

// The current thread changes (kLocks, kRaces) or looks at (kAsks, kLooks) the state. `does` is a hash of what it does.
void use_hidden(uint64_t object, outside::Effect::What how, uint64_t does, uint64_t position);

}  // namespace heddle::rt
