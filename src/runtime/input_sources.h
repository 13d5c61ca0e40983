// Sources of inputs that the user named (--input), see src/library/inputs and docs/inputs.md.
//
//   args          the bytes of the arguments          file:NAME:64   a file of up to 64 bytes; file:NAME:=64: of exactly as many
//   args:8,4      two arguments of so many bytes      env:NAME:16    a variable of the environment
//   stdin:64      standard input, likewise            random, clock  random numbers, the time
#pragma once
#include <cstdint>

namespace heddle::rt {

// Before main: what the settings say, one source a line.
void input_sources_start(const char* text);

// What the program's arguments and environment lack: sizes of arguments that take the place of those given, and how many bytes the
// strings take.
uint64_t input_strings_size();
int input_arguments(char** list, char*& room);  // how many there are; 0: as given
// One more entry NAME=..., for the i-th variable; null if there are no more. `is`: does an entry stand for one of them?
char* input_variable(int i, char*& room);
bool is_input_variable(const char* entry);

// The program was compiled for inputs (src/library/inputs).
bool follows_inputs();

// In the main thread, before main.
void receive_sources(int argc, char** argv);

// A system call that is about a descriptor that stands for a source: it would read nothing.
void note_source_call(long number, long descriptor, uint64_t position);
// A file is opened: likewise, if it is a source.
void note_source_path(const char* path, bool reads);

}  // namespace heddle::rt
