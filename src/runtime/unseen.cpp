#include "runtime/unseen.h"

#include <cxxabi.h>
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "outside/effects.h"
#include "outside/table.h"
#include "runtime/failure.h"
#include "runtime/interpose.h"
#include "runtime/modules.h"
#include "runtime/term_places.h"
#include "runtime/virtual_functions.h"

namespace heddle::rt {
namespace {

// Functions that were looked at, so that each is looked at once: known to be fine, or not.
struct Seen {
  uint64_t function;
  bool fine;
};
constexpr uint32_t kSeen = 1024;
Seen seen[kSeen];

uint64_t entered_in;  // the number of the run that entered unseen code last

// Does the table say that a call that nothing encloses is no harm?
bool is_harmless(const char* name, bool by_pointer) {
  const outside::Row* row = outside::find_row(name);
  outside::Effects effects;
  if (row == nullptr || parse_effects(row->effects, &effects) != nullptr) return false;
  if (effects.instrumented) return false;  // this is not the copy that is
  return !by_pointer || (effects.count == 0 && effects.own.empty() && !effects.refused);
}

// The table's name for a function of the C library that has none at this address: of `sin` there are several, and the loader chooses
// one of them.
const char* name_in_table(uint64_t function) {
  static uint64_t wanted;
  static char found[64];
  wanted = function;
  found[0] = 0;
  outside::for_each_row([](const outside::Row& row) {
    if (found[0] != 0 || outside::is_pattern(row) || row.name.size() >= sizeof found) return;
    char name[sizeof found] = {};
    memcpy(name, row.name.data(), row.name.size());
    if (at(dlsym(RTLD_DEFAULT, name)) == wanted) memcpy(found, name, sizeof found);
  });
  return found;
}

// The object file that the function was linked from, as the list in the program says (src/toolchain/foreign_objects.h); else the
// name of the module.
const char* file_of(uint64_t function, const char* name, char* room, size_t size) {
  const auto* list = static_cast<const char*>(dlsym(RTLD_DEFAULT, "__heddle_foreign_functions"));
  const size_t length = strlen(name);
  while (list != nullptr && *list != 0) {
    const char* tab = strchr(list, '\t');
    const char* end = tab != nullptr ? strchr(tab, '\n') : nullptr;
    if (end == nullptr) break;
    if (static_cast<size_t>(tab - list) == length && memcmp(list, name, length) == 0) {
      snprintf(room, size, "%.*s", static_cast<int>(end - tab - 1), tab + 1);
      return room;
    }
    list = end + 1;
  }
  return module_name(function);
}

// `role`: who calls it, as the verdict's sentence begins.
bool judge(uint64_t function, const char* name, const char* role, const __heddle_pos* pos = nullptr) {
  if (is_our_code(function) || module_name(function)[0] == 0 || is_marked(function)) return true;
  PassThrough ours;
  const bool by_pointer = name[0] == 0;
  Dl_info info{};
  if (by_pointer && dladdr(reinterpret_cast<void*>(function), &info) != 0 && info.dli_sname != nullptr &&
      at(info.dli_saddr) == function)
    name = info.dli_sname;
  char table[400];
  if (name[0] == 0 && is_trusted_module(function)) name = name_in_table(function);
  if (name[0] == 0 && is_trusted_module(function)) name = table_with(function, table, sizeof table);
  // The address may be that of a stub in the executable, for a function of a library.
  if (void* target = name[0] == 0 || name == table ? nullptr : real_symbol(name)) {
    const auto at_target = reinterpret_cast<uint64_t>(target);
    if (is_our_code(at_target) || is_marked(at_target)) return true;
    function = at_target;
  }
  if (name[0] != 0 && is_harmless(name, by_pointer)) return true;
  char plain[200], file[200];
  const char* shown = name[0] != 0 ? plain_name(name, plain, sizeof plain) : "a function";
  const char* from = file_of(function, name, file, sizeof file);
  char line[300] = "";
  if (pos != nullptr) snprintf(line, sizeof line, " (%s:%u)", pos->file, pos->line);
  uncontrolled("%s %s of %s%s, which is not compiled with Heddle: what it does is not seen", role, shown, from, line);
  return false;
}

}  // namespace

const char* plain_name(const char* symbol, char* room, size_t size) {
  PassThrough ours;
  int status = 0;
  char* name = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  snprintf(room, size, "%s", name != nullptr ? name : symbol);
  free(name);
  return room;
}

bool is_marked(uint64_t function) {
  uint64_t mark;
  memcpy(&mark, reinterpret_cast<const void*>(function - 8), sizeof mark);
  return mark == HEDDLE_MARK;
}

void note_call(uint64_t function, const char* name, const __heddle_pos* pos) {
  if (function < 0x10000) return;  // the call will fail
  Seen& slot = seen[function / 16 % kSeen];
  if (slot.function != function) slot = {function, judge(function, name, "the program calls", pos)};
  ask_everything();  // also what is no harm may read and write private memory
  if (!slot.fine) entered_in = g.runs;
}

void note_thread_function(uint64_t function) {
  static uint64_t known;  // the one that was fine last: a program has few of them
  if (!running() || function == known) return;
  if (is_marked(function) || is_our_code(function) || is_trusted_module(function)) {
    known = function;
    return;
  }
  entered_in = g.runs;
  uncontrolled("a thread runs a function of %s that is not compiled with Heddle: what it does is not seen",
               module_name(function));
}

void note_callback(uint64_t function, const char* role) {
  if (!running() || !is_untrusted_code(function) || is_marked(function)) return;
  Seen& slot = seen[function / 16 % kSeen];
  if (slot.function != function) slot = {function, judge(function, "", role)};
  if (slot.fine) return;
  ask_everything();
  entered_in = g.runs;
}

bool entered_unseen_code() { return entered_in == g.runs; }

}  // namespace heddle::rt

using namespace heddle::rt;

HEDDLE_API void __heddle_calls(const void* function, const __heddle_site* site) {
  if (running()) note_call(reinterpret_cast<uint64_t>(function), site->name, site->memory);
}
