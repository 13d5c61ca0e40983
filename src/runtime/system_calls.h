// Every system call of a run passes here first, whoever makes it: the C library, a library without instrumentation, or
// an instruction of the program's own.
//
// The kernel helps (Syscall User Dispatch, Linux 5.11): while the byte `g.watched` is 1, a system call by code outside of
// this library is not made; the thread gets SIGSYS instead, and the handler decides. So a run that makes no system call
// pays nothing, and none is overlooked. The handler makes harmless calls as they are, notes what others change so that it
// can be put back after the run (descriptors.h, journal.h, surroundings.h), answers for the clock, random numbers and
// the like itself, and refuses the rest by name. None of them is interrupted by signals of ours.
#pragma once
#include <cstdint>

namespace heddle::rt {

// From now on calls of runs are watched. False if the kernel cannot.
bool system_calls_start();

// What a call of the program comes to: the kernel's answer or ours, an error as a negative number. May end the run.
long answer_call(long number, const long* a, uint64_t position);

// The call that the program is in, and which may never return; null if it is in none.
const char* current_call();

// A signal handler whose return is not taken for a call of the program's. `flags` as for sigaction.
void install_handler(int signal, void (*handler)(int, void* info, void* context), unsigned long flags);

}  // namespace heddle::rt
