#include "report/github_report.h"

namespace heddle {
namespace {

// `property`: also what separates properties.
std::string escaped(const std::string& text, bool property) {
  std::string out;
  for (char c : text) {
    if (c == '%') out += "%25";
    else if (c == '\r') out += "%0D";
    else if (c == '\n') out += "%0A";
    else if (property && c == ':') out += "%3A";
    else if (property && c == ',') out += "%2C";
    else out += c;
  }
  return out;
}

}  // namespace

void GithubReport::finding(const ReportedFinding& found) {
  const Explanation& e = found.explanation;
  std::string message = e.message.empty() ? describe(e.kind) : e.message;
  if (e.decisive && !e.decisive->words.empty()) message += "\nWhat decided it: " + e.decisive->words;
  if (!found.replay.empty()) message += "\nTo see it again: " + found.replay;
  out_ << "::error ";
  if (!e.place.file.empty()) out_ << "file=" << escaped(e.place.file, true) << ",";
  if (e.place.line != 0) out_ << "line=" << e.place.line << ",";
  if (e.place.column != 0) out_ << "col=" << e.place.column << ",";
  out_ << "title=heddle%3A " << name(e.kind) << " in thread " << escaped(e.thread, true)
       << "::" << escaped(message, false) << std::endl;
}

void GithubReport::finished(const CheckSummary& s) {
  if (s.verdict == Verdict::kInconclusive)
    out_ << "::warning title=heddle%3A inconclusive::" << escaped(s.reason, false) << std::endl;
}

}  // namespace heddle
