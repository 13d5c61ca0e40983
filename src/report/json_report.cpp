#include "report/json_report.h"

#include <nlohmann/json.hpp>

#include "report/fingerprint.h"
#include "trace/fixed_inputs.h"

namespace heddle {
namespace {

using nlohmann::ordered_json;

ordered_json place(const SourcePlace& p) {
  return {{"file", p.file}, {"line", p.line}, {"column", p.column}, {"function", p.function}};
}

ordered_json threads_array(const Explanation& e) {
  ordered_json threads = ordered_json::array();
  for (const auto& end : e.threads) {
    ordered_json holds = ordered_json::array();
    for (const auto& held : end.holds) holds.push_back({{"lock", held.lock}, {"since", place(held.since)}});
    threads.push_back({{"name", end.name},
                       {"done", end.done},
                       {"at", place(end.place)},
                       {"holds", holds},
                       {"left_by", end.left_by},
                       {"waits_for", end.waits_for}});
  }
  return threads;
}

// Null if it is not known.
ordered_json decisive_object(const Explanation& e) {
  if (!e.decisive) return nullptr;
  return {{"step", e.decisive->row}, {"proven", e.decisive->proven}, {"words", e.decisive->words}};
}

ordered_json finding_object(const ReportedFinding& found) {
  const Explanation& e = found.explanation;
  ordered_json stacks = ordered_json::array(), rows = ordered_json::array();
  for (const auto& stack : e.stacks) {
    ordered_json frames = ordered_json::array();
    for (const auto& frame : stack.frames) frames.push_back(place(frame));
    stacks.push_back({{"thread", stack.thread}, {"title", stack.title}, {"frames", frames}});
  }
  ordered_json inputs = ordered_json::array();
  for (const auto& row : e.rows)
    if (row.op == Op::kInput)
      inputs.push_back({{"thread", row.thread},
                        {"file", row.place.file},
                        {"line", row.place.line},
                        {"value", row.what.substr(row.what.rfind(' ') + 1)}});
  for (const auto& row : e.rows)
    rows.push_back({{"thread", row.thread},
                    {"file", row.place.file},
                    {"line", row.place.line},
                    {"what", row.what},
                    {"inside", row.inside},
                    {"variable", row.variable},
                    {"value", row.value},
                    {"preempts", row.preempts}});
  ordered_json object = {{"kind", name(e.kind)},
                         {"message", e.message},
                         {"file", e.place.file},
                         {"line", e.place.line},
                         {"column", e.place.column},
                         {"function", e.place.function},
                         {"thread", e.thread},
                         {"execution", e.execution},
                         {"schedule", e.schedule},
                         {"replay", found.replay},
                         {"schedule_file", found.schedule_file},
                         {"stacks", stacks},
                         {"trace", rows},
                         {"threads", threads_array(e)},
                         {"switches", e.switches},
                         {"preemptions", e.preemptions},
                         {"fewest_preemptions", e.fewest_switches},
                         {"always", e.always},
                         {"decisive", decisive_object(e)},
                         {"fingerprint", fingerprint(e)}};
  if (!inputs.empty()) object["inputs"] = inputs;
  if (!e.other_thread.empty()) {
    object["other_thread"] = e.other_thread;
    object["other_place"] = place(e.other_place);
  }
  if (e.unordered) {
    auto row = [](const std::optional<size_t>& r) { return r ? ordered_json(*r) : ordered_json(nullptr); };
    object["unordered"] = {{"first", row(e.unordered->first)},
                           {"second", row(e.unordered->second)},
                           {"words", e.unordered->words},
                           {"why", e.unordered->why},
                           {"cause", e.unordered->cause}};
    object["same_cause_as"] = found.like;
  }
  return object;
}

}  // namespace

void JsonReport::finished(const CheckSummary& s) {
  ordered_json findings = ordered_json::array();
  for (bool races : {false, true})  // races do not end a search, so they stand behind what does
    for (const auto& found : found_)
      if ((found.explanation.kind == FindingKind::kRace) == races) findings.push_back(finding_object(found));
  ordered_json suppressed = ordered_json::array();
  for (const auto& [found, reason] : suppressed_) {
    suppressed.push_back(finding_object(found));
    suppressed.back()["suppressed_because"] = reason;
  }
  ordered_json foretold = ordered_json::object();
  for (const auto& f : s.foretold) foretold[f.kind] = {{"runs", f.runs}, {"shown", f.shown}};
  ordered_json object = {{"verdict", name(s.verdict)},
                         {"engine", s.engine},
                         {"author", s.author.empty() ? s.engine : s.author},
                         {"memory_model", "sc"},
                         {"weak_orders", s.weak_orders},
                         {"checked", s.kinds.text()},
                         {"executions", s.executions},
                         {"blocked", s.blocked},
                         {"events", s.events},
                         {"seconds", s.seconds},
                         {"solver_seconds", s.solver_seconds},
                         {"solver_reads", s.solver_reads},
                         {"solver_constraints", s.solver_constraints},
                         {"complete", s.complete},
                         {"reason", s.reason},
                         {"fallback", s.fallback},
                         {"discovery", s.discovery},
                         {"predicted", foretold},
                         {"findings", findings},
                         {"suppressed", suppressed}};
  if (!s.remark.empty()) object["remark"] = s.remark;
  ordered_json fixed = ordered_json::array();
  for (const auto& input : kFixedInputs)
    if (s.fixed_inputs & static_cast<uint32_t>(input.input)) fixed.push_back(std::string(input.name));
  object["fixed_inputs"] = fixed;
  if (!s.covered.empty()) {
    ordered_json lines = ordered_json::array();
    for (const CoveredLine& line : s.covered)
      lines.push_back(
          {{"file", line.file}, {"line", line.line}, {"events", line.times}, {"local_histories", line.histories}});
    object["coverage"] = {{"lines", lines}, {"more_local_histories", s.more_histories}};
  }
  // A name or message that is not UTF-8 must not cost the report.
  out_ << object.dump(2, ' ', false, ordered_json::error_handler_t::replace) << "\n";
  out_.flush();
}

}  // namespace heddle
