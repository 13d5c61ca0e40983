// The object files in the process: which are instrumented, which are ours, which are reset for every run.
#pragma once
#include <cstdint>

namespace heddle::rt {

void modules_start();  // finds our own code and data
void modules_scan();   // after start-up: what is loaded, what is not instrumented
bool module_is_reset(const char* name, uint64_t bias);
bool is_libstdcxx(const char* path);
bool is_libc_path(const char* path);
bool is_our_code(uint64_t pc);
void our_code(uint64_t* begin, uint64_t* end);
bool is_libc(uint64_t pc);  // in the C library: its own allocations are not the program's
bool is_instrumented(uint64_t address);
uint64_t instrumented_modules();            // how many object files were compiled with instrumentation
bool all_modules_follow();                  // values, those that are instrumented
const char* module_name(uint64_t address);  // last part of the path, "" if unknown
bool is_trusted_module(uint64_t address);   // of a library whose uninstrumented code is known to keep to itself

bool is_untrusted_code(uint64_t address);  // of the program or another library

bool is_constant(uint64_t address);  // in a module, before its writable memory

// File, line and function of a position key that is a __heddle_pos of some module; false for code addresses.
bool describe_position(uint64_t position, const char** file, uint32_t* line, const char** function);

struct ModuleInfo {
  uint64_t begin, end, bias;
  uint64_t writable;  // where its first segment begins that can be written to
  bool instrumented;
  char path[512];
};
int module_count();
const ModuleInfo& module_at(int index);

}  // namespace heddle::rt
