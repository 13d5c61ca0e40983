// Random model programs: small enough for brute force, rich enough to break an engine.
#pragma once
#include <cstdint>

#include "model/program.h"

namespace heddle::model {

// What a program may use besides reads, writes, read-modify-writes, branches and loops.
struct GenerateOptions {
  int workers = 0;    // threads besides main; 0 for 2 to 4, at random
  int size = 0;       // events per worker, about; 0 to choose by the number of workers
  bool locks = true;  // with tries, nested ones deadlock
  bool shared_locks = true;
  bool conditions = true;
  bool semaphores = true;
  bool barriers = true;
  bool awaits = true;
  bool plain = true;        // plain accesses
  bool choices = true;      // choose
  bool checks = true;       // assertions and assumptions
  bool nested = true;       // workers create workers; main does not join everyone
  bool sections = true;     // atomic sections
  bool blocks = true;       // several variables are read or written as a whole
  bool deadlines = true;    // locks, semaphores and conditions that are given up
  bool recursion = true;    // mutexes that are taken again
  bool arguments = true;    // threads are given something, and give something back
  bool arithmetic = false;  // much is computed with what was read, addresses too
  bool inputs = false;      // values from outside; at most two
  bool twins = false;       // several threads run one function
  bool orders = true;       // memory orders weaker than seq_cst, and fences
};

Program generate(uint64_t seed, const GenerateOptions& options = {});

// Threads that hand data over to each other: by an atomic flag in all memory orders, with and without fences, or by a
// semaphore, a barrier, a condition, a lock. Whether the plain accesses to the data race hangs on one order or edge.
Program generate_messages(uint64_t seed);

// Two or three equal threads, some with inputs, that compute with what they read; others that ask about it, or loop as often as
// an input says.
Program generate_crowd(uint64_t seed);

// Threads that ask something, do one thing or another, and go on as if they had not.
Program generate_forgetful(uint64_t seed);

// Locals that threads share, whose lives end, and others that begin in their place.
Program generate_lives(uint64_t seed);

}  // namespace heddle::model
