// Descriptors of the program: those it opens in a run are closed after it; those that were there before are as they were,
// with their offsets and flags.
#pragma once
#include <cstdint>

namespace heddle::rt {

void descriptors_start();
// The system calls about descriptors. `answer` is the kernel's, or ours.
bool descriptor_call(long number, const long* a, uint64_t position, long* answer);
// One that was open before the program began, and which it has changed in this run: another file may be behind it.
bool is_redirected(int fd);
// Descriptors that read as the random device does.
bool is_random_device(int fd);
// To the program it is one.
bool descriptor_is_open(int fd);
// A descriptor that the program got in this run.
void note_opened(long fd, bool random = false);
// One that stands for an object in the program's own memory (src/library/c): it can be copied and closed. Ends the run if the call
// would do something else to it.
void note_modelled(long fd);
void check_modelled(long number, const long* a, uint64_t position);
// Moves a descriptor of ours out of the program's way and hides it.
int hide_descriptor(int fd);
void forget_hidden(int fd);
bool is_hidden(int fd);
void descriptors_restore();

}  // namespace heddle::rt
