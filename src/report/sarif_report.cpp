#include "report/sarif_report.h"

#include <cctype>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "report/fingerprint.h"
#include "report/kind_guide.h"

namespace heddle {
namespace {

using nlohmann::ordered_json;

ordered_json text(const std::string& words) { return {{"text", words}}; }

// A relative reference, or a file URI for an absolute path.
std::string uri_of(const std::string& path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (unsigned char c : path) {
    char escaped[4];
    std::snprintf(escaped, sizeof escaped, "%%%02X", c);
    const bool plain = std::isalnum(c) || c == '/' || c == '.' || c == '_' || c == '-' || c == '~';
    uri += plain ? std::string(1, static_cast<char>(c)) : escaped;
  }
  return uri;
}

ordered_json location(const SourcePlace& place, const std::string& message) {
  ordered_json out = ordered_json::object();
  if (!place.file.empty()) {
    ordered_json physical = {{"artifactLocation", {{"uri", uri_of(place.file)}}}};
    if (place.line > 0) {
      physical["region"] = {{"startLine", place.line}};
      if (place.column > 0) physical["region"]["startColumn"] = place.column;
    }
    out["physicalLocation"] = physical;
  }
  if (!place.function.empty())
    out["logicalLocations"] = ordered_json::array({{{"fullyQualifiedName", place.function}, {"kind", "function"}}});
  if (!message.empty()) out["message"] = text(message);
  return out;
}

ordered_json code_flow(const Explanation& e) {
  ordered_json flows = ordered_json::array();
  std::map<ThreadId, size_t> flow_of;
  auto add = [&](ThreadId id, const std::string& thread, const SourcePlace& place, const std::string& what,
                 size_t order, const char* importance) {
    auto [entry, fresh] = flow_of.try_emplace(id, flows.size());
    if (fresh) flows.push_back({{"id", thread}, {"locations", ordered_json::array()}});
    flows[entry->second]["locations"].push_back(
        {{"location", location(place, what)}, {"executionOrder", order}, {"importance", importance}});
  };
  for (size_t i = 0; i < e.rows.size(); ++i) {
    const bool decisive = e.decisive && (e.decisive->row == i || e.decisive->before == i || e.decisive->after == i);
    add(e.rows[i].thread_id, e.rows[i].thread, e.rows[i].place, e.rows[i].what, i + 1,
        decisive            ? "essential"
        : e.rows[i].matters ? "important"
                            : "unimportant");
  }
  for (const auto& end : e.threads)
    if (end.name == e.thread) add(end.id, end.name, e.place, e.message, e.rows.size() + 1, "essential");
  ordered_json flow = {{"threadFlows", flows}};
  if (e.decisive && !e.decisive->words.empty()) flow["message"] = text(e.decisive->words);
  return flow;
}

ordered_json stacks(const Explanation& e) {
  ordered_json out = ordered_json::array();
  for (const auto& stack : e.stacks) {
    ordered_json frames = ordered_json::array();
    for (const auto& frame : stack.frames) frames.push_back({{"location", location(frame, "")}});
    out.push_back(
        {{"message", text(stack.thread + (stack.title.empty() ? "" : " " + stack.title))}, {"frames", frames}});
  }
  return out;
}

ordered_json result(const ReportedFinding& found, size_t rule) {
  const Explanation& e = found.explanation;
  std::string message = e.message.empty() ? describe(e.kind) : e.message;
  if (e.decisive && !e.decisive->words.empty()) message += ". What decided it: " + e.decisive->words;
  ordered_json out = {{"ruleId", name(e.kind)},
                      {"ruleIndex", rule},
                      {"level", "error"},
                      {"message", text(message)},
                      {"locations", ordered_json::array({location(e.place, "")})},
                      {"partialFingerprints", {{"heddleFinding/v1", fingerprint(e)}}}};
  const ordered_json flow = code_flow(e);
  if (!flow["threadFlows"].empty()) out["codeFlows"] = ordered_json::array({flow});
  if (!e.stacks.empty()) out["stacks"] = stacks(e);
  out["properties"] = {{"thread", e.thread}, {"schedule", e.schedule}, {"replay", found.replay}};
  for (const TraceRow& row : e.rows)
    if (row.op == Op::kInput) out["properties"]["inputs"].push_back(row.what.substr(row.what.rfind(' ') + 1));
  return out;
}

}  // namespace

void SarifReport::finished(const CheckSummary& s) {
  ordered_json rules = ordered_json::array(), results = ordered_json::array();
  std::map<FindingKind, size_t> rule_of;
  for (const auto& found : found_) {
    const FindingKind kind = found.explanation.kind;
    auto [rule, fresh] = rule_of.try_emplace(kind, rules.size());
    if (fresh)
      rules.push_back({{"id", name(kind)},
                       {"shortDescription", text(describe(kind))},
                       {"fullDescription", text(guide_of(kind).meaning)},
                       {"help", text(guide_of(kind).fix)}});
    results.push_back(result(found, rule->second));
  }
  ordered_json invocation = {{"executionSuccessful", true}};
  if (!s.reason.empty())
    invocation["toolExecutionNotifications"] = ordered_json::array({{{"level", "note"}, {"message", text(s.reason)}}});
  const ordered_json run = {
      {"tool", {{"driver", {{"name", "heddle"}, {"version", version_}, {"rules", rules}}}}},
      {"invocations", ordered_json::array({invocation})},
      {"columnKind", "utf16CodeUnits"},
      {"results", results},
      {"properties", {{"verdict", name(s.verdict)}, {"engine", s.engine}, {"executions", s.executions}}}};
  const ordered_json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                            {"version", "2.1.0"},
                            {"runs", ordered_json::array({run})}};
  out_ << log.dump(2, ' ', false, ordered_json::error_handler_t::replace) << "\n";
  out_.flush();
}

}  // namespace heddle
