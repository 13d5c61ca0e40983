// The table of engines.
#include "explore/engines.h"

namespace heddle {
namespace {

struct Row {
  const char* name;
  std::unique_ptr<Engine> (*make)(const EngineOptions&);
  EngineNeeds needs = {};
};
constexpr Row kEngines[] = {
    {"auto", make_auto, {.touches = true, .contents = true, .follow = true, .whole_granules = true}},
    {"mcr", make_mcr, {.touches = true, .contents = true, .follow = true, .whole_granules = true}},
    {"mcr-trace", make_mcr_trace, {.whole_granules = true}},
    {"mpc-trace", make_mpc_trace, {.touches = true, .contents = true, .follow = true, .whole_granules = true}},
    {"dfs", make_dfs},
    {"random", make_random},
    {"pct", make_pct},
    {"icb", make_icb},
    {"icb+dpor", make_icb_dpor},
    {"dpor", make_dpor},
    {"dpor-classic", make_dpor_classic},
    {"dpor-predicate", make_dpor_predicate},
    {"optimal", make_optimal},
    {"explicit", make_explicit, {.touches = true, .whole_granules = true, .states = true}},
};

}  // namespace

std::unique_ptr<Engine> make_engine(const std::string& name, const EngineOptions& options) {
  for (const Row& row : kEngines)
    if (name == row.name) return row.make(options);
  return nullptr;
}

EngineNeeds needs_of(const std::string& name) {
  for (const Row& row : kEngines)
    if (name == row.name) return row.needs;
  return {};
}

const char* engine_names() {
  static const std::string names = [] {
    std::string list;
    for (const Row& row : kEngines) list += (list.empty() ? "" : ", ") + std::string(row.name);
    return list;
  }();
  return names.c_str();
}

}  // namespace heddle
