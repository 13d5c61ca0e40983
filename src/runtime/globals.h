// The global variables of instrumented modules, with the gaps that src/instrument/globals.cpp keeps behind them. Granules in
// which a variable ends, and those of gaps, are marked in their records (`guarded`, shadow.h) once; here is what that means.
#pragma once
#include <cstdint>

namespace heddle::rt {

// After start-up, when all modules have told of their variables; and whenever the records were wiped.
void globals_start();
void globals_guard();

// How many bytes of a guarded granule belong to a variable.
int global_bytes(uint64_t granule);
// The variable that an address lies in.
bool global_at(uint64_t address, uint64_t* begin, uint64_t* size);
[[noreturn]] void global_failure(uint64_t address, uint64_t position);

}  // namespace heddle::rt
