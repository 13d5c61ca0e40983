#include "cli/finding_files.h"

#include <cctype>
#include <filesystem>

#include "cli/search_options.h"
#include "cli/version.h"
#include "remote/replay.h"
#include "report/elf_file.h"
#include "report/place_names.h"
#include "report/schedule_file.h"

namespace heddle {

namespace fs = std::filesystem;

std::string shell_quoted(const std::string& word) {
  const std::string plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+=:,@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

namespace {

// For a file name, ".Queue.keeps_order.14" of the body "Queue.keeps order at test/queue_test.cpp:14".
std::string body_name(const std::string& body) {
  if (body.empty()) return "";
  const size_t at = body.rfind(" at "), colon = body.rfind(':');
  std::string name = body.substr(0, at) + (colon == std::string::npos ? "" : "." + body.substr(colon + 1));
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '-') c = '_';
  return "." + name;
}

// Runs the same test, and in it only this schedule.
std::string test_again(const std::string& path, const Program& program) {
  std::string command = "HEDDLE_OPTIONS=replay=" + shell_quoted(path) + " " + shell_quoted(program.path);
  for (const auto& argument : program.args) command += " " + shell_quoted(argument);
  return command;
}

}  // namespace

Status FindingFiles::write(const Found& found, ReportedFinding& reported) {
  const Explanation& e = reported.explanation;
  std::error_code failed;
  fs::create_directories(options_.output_dir, failed);
  const std::string file = program_.name + body_name(options_.body) + "." + name(e.kind) + "." +
                           std::to_string(++written_[e.kind]) + ".heddle";
  const std::string path = options_.output_dir == "." ? file : (fs::path(options_.output_dir) / file).string();
  ScheduleFile content;
  content.heddle = version();
  content.directory = fs::current_path(failed).string();
  if (program_.built) {
    content.sources = options_.inputs;
    content.options = options_.compiler_options;
  } else {
    content.executable = program_.program.path;
  }
  content.args = program_.program.args;
  content.body = options_.body;
  content.build_id = program_.build_id;
  content.engine = options_.engine;
  content.settings = replayed_settings(options_);
  content.settings["follow"] = static_cast<uint64_t>(found.finding.follow);
  if (found.finding.loop != 0) content.settings["loop"] = uint64_t{found.finding.loop};
  content.threads = thread_names(found.threads);
  content.schedule = e.schedule;
  const auto file_of_program = ElfFile::open(program_.program.path);
  content.shared = write_places(found.places, file_of_program ? &*file_of_program : nullptr);
  content.insight = found.insight;
  content.kind = e.kind;
  content.message = e.message;
  content.thread = e.thread;
  content.file = e.place.file;
  content.line = e.place.line;
  if (auto written = write_schedule_file(path, content); !written) return written;
  reported.schedule_file = path;
  reported.replay = options_.body.empty() ? "heddle replay " + shell_quoted(path) : test_again(path, program_.program);
  return Ok{};
}

}  // namespace heddle
