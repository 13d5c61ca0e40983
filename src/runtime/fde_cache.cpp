// Exceptions: a throw looks up the frame description of every function it passes, in the tables of the object file
// that holds it. The same few are looked up in run after run, so the answers are kept.
//
// Only for object files that were there at the start: they are never unloaded.
#include "runtime/interpose.h"
#include "runtime/modules.h"

namespace {

// As libgcc defines it.
struct Bases {
  void* text;
  void* data;
  void* function;
};
struct Entry {
  const void* pc;
  const void* description;
  Bases bases;
};
constexpr uint64_t kEntries = 512;
Entry entries[kEntries];

}  // namespace

using namespace heddle::rt;

HEDDLE_API const void* _Unwind_Find_FDE(void* pc, Bases* bases) {
  static auto* next = reinterpret_cast<const void* (*)(void*, Bases*)>(real_symbol("_Unwind_Find_FDE"));
  if (!running()) return next(pc, bases);
  Entry& e = entries[at(pc) % kEntries];
  if (e.pc != pc) {
    const void* description = next(pc, bases);
    if (description == nullptr || module_name(at(pc))[0] == 0) return description;
    e = {pc, description, *bases};
  }
  *bases = e.bases;
  return e.description;
}
