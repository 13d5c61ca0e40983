#include "runtime/handles.h"

#include <dlfcn.h>

#include <cstring>

#include "outside/table.h"
#include "runtime/failure.h"
#include "runtime/heap.h"
#include "runtime/modules.h"
#include "runtime/shadow.h"
#include "runtime/snapshot.h"
#include "runtime/state.h"

namespace heddle::rt {
namespace {

struct Closed {
  uint64_t handle;
  Culprit by;
};
constexpr int kMost = 64;
struct {
  uint64_t run;  // what follows belongs to this run
  Closed closed[kMost];
  int closed_count;
  Lent lent[kMost];
  int lent_count;
} handles;

void begin() {
  if (handles.run == g.runs) return;
  handles.run = g.runs;
  handles.closed_count = handles.lent_count = 0;
}

struct Variable {
  std::string_view name;
  uint64_t at;
};
constexpr int kMostVariables = 16;
Variable variables[kMostVariables];
int variable_count;

}  // namespace

void check_handle(uint64_t handle, const char* function, uint64_t position) {
  begin();
  for (int i = 0; i < handles.closed_count; ++i)
    if (handles.closed[i].handle == handle)
      fail_after(handles.closed[i].by, FindingKind::kUseAfterFree, position,
                 "%s works on a stream that was closed before", function);
}

void note_closed(uint64_t handle, uint64_t position) {
  begin();
  int kept = 0;
  for (int i = 0; i < handles.lent_count; ++i)
    if (handles.lent[i].stream != handle) handles.lent[kept++] = handles.lent[i];
  handles.lent_count = kept;
  // The oldest is forgotten: its place has most likely been taken again.
  if (handles.closed_count == kMost) {
    memmove(handles.closed, handles.closed + 1, (kMost - 1) * sizeof(Closed));
    --handles.closed_count;
  }
  handles.closed[handles.closed_count++] = {handle, {g.current, position}};
}

void note_returned(uint64_t handle) {
  if (handles.run != g.runs) return;
  for (int i = 0; i < handles.closed_count; ++i)
    if (handles.closed[i].handle == handle) handles.closed[i--] = handles.closed[--handles.closed_count];
}

void lend(const Lent& memory) {
  begin();
  if (handles.lent_count == kMost) return uncontrolled("the program lends memory to more streams than can be followed");
  handles.lent[handles.lent_count++] = memory;
}

std::span<const Lent> lent_memory() {
  begin();
  return {handles.lent, static_cast<size_t>(handles.lent_count)};
}

uint64_t block_behind(const Lent& memory) {
  const uint64_t at = *reinterpret_cast<const uint64_t*>(memory.at);
  BlockInfo block;
  return in_heap(at) && heap_find(at, &block) && block.begin == at && !block.freed ? at : 0;
}

uint64_t library_variable(std::string_view name, uint64_t size) {
  for (int i = 0; i < variable_count; ++i)
    if (variables[i].name == name) return variables[i].at;
  if (variable_count == kMostVariables || name.size() > 60) return 0;
  PassThrough ours;
  char text[64] = {};
  memcpy(text, name.data(), name.size());
  const auto at = reinterpret_cast<uint64_t>(dlsym(RTLD_DEFAULT, text));
  variables[variable_count++] = {name, at};
  // One of the program's own by that name is tracked already.
  if (at == 0 || is_instrumented(at)) return at;
  track_high(at, at + size);
  return at;
}

void track_library_variables() {
  using What = outside::Effect::What;
  outside::for_each_row([](const outside::Row& row) {
    outside::Effects effects;
    if (row.effects.find("sets ") == std::string_view::npos || parse_effects(row.effects, &effects) != nullptr) return;
    for (int i = 0; i < effects.count; ++i)
      if (effects.list[i].what == What::kSets) library_variable(effects.list[i].state, effects.list[i].size.number);
  });
}

}  // namespace heddle::rt
