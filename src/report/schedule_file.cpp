#include "report/schedule_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "system/whole_file.h"

namespace heddle {
namespace {

using nlohmann::ordered_json;

ordered_json insight_object(const Insight& insight) {
  ordered_json j = {
      {"shortened", insight.shortened}, {"fewest_switches", insight.fewest_switches}, {"always", insight.always}};
  if (!insight.decisive) return j;
  const DecisiveStep& d = *insight.decisive;
  j["decisive"] = {{"event", d.event}, {"proven", d.proven}, {"after_pending", d.after_pending}};
  if (d.other) j["decisive"]["other"] = *d.other;
  if (d.before) j["decisive"]["before"] = *d.before;
  if (d.after) j["decisive"]["after"] = *d.after;
  return j;
}

Insight parse_insight(const ordered_json& j) {
  Insight insight{j.at("shortened"), j.at("fewest_switches"), j.at("always"), {}};
  if (!j.contains("decisive")) return insight;
  const auto& d = j["decisive"];
  DecisiveStep& step = insight.decisive.emplace();
  step.event = d.at("event");
  step.proven = d.at("proven");
  step.after_pending = d.at("after_pending");
  if (d.contains("other")) step.other = d["other"].get<ThreadId>();
  if (d.contains("before")) step.before = d["before"].get<uint32_t>();
  if (d.contains("after")) step.after = d["after"].get<uint32_t>();
  return insight;
}

ordered_json settings_object(const ScheduleFile& f) {
  ordered_json object = ordered_json::object();
  for (const auto& [name, value] : f.settings) std::visit([&](const auto& v) { object[name] = v; }, value);
  return object;
}

ScheduleFile parse(const ordered_json& j) {
  ScheduleFile f;
  f.heddle = j.at("heddle");
  const auto& program = j.at("program");
  f.directory = program.at("directory");
  f.sources = program.at("sources").get<std::vector<std::string>>();
  f.options = program.at("options").get<std::vector<std::string>>();
  f.executable = program.at("executable");
  f.args = program.at("args").get<std::vector<std::string>>();
  f.body = program.value("body", "");
  f.build_id = program.at("build_id");
  f.engine = j.at("engine");
  for (const auto& [name, value] : j.at("settings").items()) {
    if (value.is_boolean()) f.settings[name] = value.get<bool>();
    else if (value.is_string()) f.settings[name] = value.get<std::string>();
    else f.settings[name] = value.get<uint64_t>();
  }
  const auto& finding = j.at("finding");
  f.passes = finding.at("kind") == "none";
  const auto kind = f.passes ? f.kind : finding_kind(finding.at("kind").get<std::string>());
  if (!kind) throw std::invalid_argument("a kind of finding that is not known here");
  f.kind = *kind;
  f.message = finding.at("message");
  f.thread = finding.at("thread");
  f.file = finding.at("file");
  f.line = finding.at("line");
  f.threads = j.at("threads").get<std::vector<std::string>>();
  f.schedule = j.at("schedule");
  f.shared = j.at("shared").get<std::vector<std::string>>();
  if (j.contains("insight")) f.insight = parse_insight(j["insight"]);
  return f;
}

}  // namespace

std::string schedule_text(const ScheduleFile& f) {
  const ordered_json j = {{"format", "heddle-schedule"},
                          {"version", ScheduleFile::kVersion},
                          {"heddle", f.heddle},
                          {"finding",
                           {{"kind", f.passes ? "none" : name(f.kind)},
                            {"message", f.message},
                            {"thread", f.thread},
                            {"file", f.file},
                            {"line", f.line}}},
                          {"program",
                           {{"directory", f.directory},
                            {"sources", f.sources},
                            {"options", f.options},
                            {"executable", f.executable},
                            {"args", f.args},
                            {"body", f.body},
                            {"build_id", f.build_id}}},
                          {"engine", f.engine},
                          {"settings", settings_object(f)},
                          {"threads", f.threads},
                          {"schedule", f.schedule},
                          {"shared", f.shared},
                          {"insight", insight_object(f.insight)}};
  return j.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

Status write_schedule_file(const std::string& path, const ScheduleFile& f) {
  const auto written = write_whole_file(path, schedule_text(f));
  if (!written) return Error{written.error().message, "choose another place with --output-dir DIR"};
  return Ok{};
}

Result<ScheduleFile> read_schedule_file(const std::string& path) {
  std::ifstream in(path);
  if (!in)
    return Error{"cannot read " + path + ": " + std::strerror(errno),
                 "heddle check prints the name of the file it writes"};
  const auto j = ordered_json::parse(in, nullptr, false);
  if (!j.is_object() || !j.contains("format") || j["format"] != "heddle-schedule")
    return Error{path + " is not a schedule file of Heddle", "give the .heddle file that heddle check wrote"};
  if (!j.contains("version") || j["version"] != ScheduleFile::kVersion)
    return Error{path + " was written by another version of Heddle", "check the program again to get a new one"};
  try {
    return parse(j);
  } catch (const std::exception& e) {
    return Error{path + " is damaged: " + e.what(), "check the program again to get a new one"};
  }
}

}  // namespace heddle
