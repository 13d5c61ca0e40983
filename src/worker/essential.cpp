#include "worker/essential.h"

#include <algorithm>

#include "facts/elf_section.h"
#include "facts/essential.h"
#include "runtime/lesser.h"
#include "runtime/modules.h"
#include "runtime/state.h"

namespace heddle {
namespace {

// Who reaches what at the end, and what races with what, can hang on any access.
bool wants_everything(KindSet kinds) { return kinds.has(FindingKind::kRace) || kinds.has(FindingKind::kLeak); }

}  // namespace

bool Essential::restore(uint64_t place) {
  if ((place & 7) != kLevelPlace) return false;
  level_ = std::max(level_, place >> 3);
  return true;
}

uint64_t Essential::after_run() {
  if (!rt::g.outgrown) return 0;
  rt::g.outgrown = false;
  ++level_;
  give_table();
  return level_ << 3 | kLevelPlace;
}

void Essential::load() {
  if (kinds_.is_all() || wants_everything(kinds_)) return;
  give_table();
}

void Essential::give_table() {
  rt::set_lesser(nullptr, 0, false);
  table_.clear();
  if (level_ > 2) return;
  std::vector<facts::Section> sections;
  for (int i = 0; i < rt::module_count(); ++i) {
    const rt::ModuleInfo& m = rt::module_at(i);
    if (!m.instrumented) continue;
    if (auto section = facts::section_of_file(m.path, m.bias)) sections.push_back(std::move(*section));
  }
  const facts::Program program(sections);
  // A part of the program without facts may do anything.
  if (!program.usable() || program.modules() < rt::instrumented_modules()) return;
  const bool memory = kinds_.meets(KindSet::memory());
  if (kinds_.has(FindingKind::kCrash) && program.recursive())
    return;  // how deep it goes decides whether the stack is enough
  const std::vector<bool> essential =
      facts::essential_sites(program, {.termination = level_ > 1 || kinds_.has(FindingKind::kLivelock),
                                       .memory = memory,
                                       .exit_code = kinds_.has(FindingKind::kExitCode)});
  size_t count = 0;
  for (bool e : essential) count += !e;
  if (count == 0) return;
  size_t entries = 16;
  while (entries < 2 * count) entries *= 2;
  table_.assign(entries, 0);
  for (facts::SiteId s = 0; s < essential.size(); ++s) {
    if (essential[s]) continue;
    uint64_t at = rt::lesser_slot(program.sites()[s].position);
    while (table_[at & (entries - 1)] != 0) ++at;
    table_[at & (entries - 1)] = program.sites()[s].position;
  }
  rt::set_lesser(table_.data(), entries, !memory);
}

}  // namespace heddle
