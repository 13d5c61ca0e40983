// What lies where in the variables of a module, for reports: they know an address and want to say "pool.mutex_".
//
// A table in the section heddle_var, one entry per variable that has parts: two strings, whose variable and how it is laid
// out. A global is told by its linkage name, a local by "file.cpp:12:name", where it is declared. The layout of
//   struct Pool { std::mutex mutex_; Job jobs_[4]; bool stopping_; };
// is "{0:40:mutex_;40:64:jobs_[16{0:8:run;8:4:id;}];104:1:stopping_;}": parts with offset, size, name and their own
// layout; the elements of an array with their size.
#pragma once

namespace llvm {
class Module;
}

namespace heddle {

class Positions;

// Before functions are changed.
void write_variable_layouts(llvm::Module& module, Positions& positions);

}  // namespace heddle
