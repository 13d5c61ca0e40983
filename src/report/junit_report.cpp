#include "report/junit_report.h"

#include <cstdio>
#include <sstream>

#include "report/text_report.h"

namespace heddle {
namespace {

// The length of the UTF-8 character at `at`; 0 if there is none.
size_t character_length(const std::string& text, size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const size_t length = lead < 0x80                   ? 1
                        : lead >= 0xc2 && lead < 0xe0 ? 2
                        : lead >= 0xe0 && lead < 0xf0 ? 3
                        : lead >= 0xf0 && lead < 0xf5 ? 4
                                                      : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (size_t i = 1; i < length; ++i)
    if ((text[at + i] & 0xc0) != 0x80) return 0;
  return length;
}

std::string whole_report(const ReportedFinding& found) {
  std::ostringstream out;
  TextReport(out, {}).finding(found);
  return out.str();
}

}  // namespace

std::string xml_text(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const size_t length = character_length(text, i);
    const auto c = static_cast<unsigned char>(text[i]);
    if (length == 0 || (c < 0x20 && c != '\n' && c != '\t')) out += '?';
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '&') out += "&amp;";
    else if (c == '"') out += "&quot;";
    else out += text.substr(i, length);
    i += length ? length : 1;
  }
  return out;
}

void JunitReport::finished(const CheckSummary& s) {
  const bool inconclusive = s.verdict == Verdict::kInconclusive;
  const size_t tests = found_.empty() ? 1 : found_.size();
  char time[32];
  std::snprintf(time, sizeof time, "%.3f", s.seconds);
  const std::string suite = "name=\"heddle\" tests=\"" + std::to_string(tests) + "\" failures=\"" +
                            std::to_string(found_.size()) + "\" errors=\"" + (inconclusive ? "1" : "0") + "\" time=\"" +
                            time + "\"";
  out_ << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites " << suite << ">\n  <testsuite " << suite << ">\n";
  auto test = [&](const std::string& name, const std::string& inside) {
    out_ << "    <testcase classname=\"heddle\" name=\"" << xml_text(name) << "\" time=\"" << time << "\">" << inside
         << "</testcase>\n";
  };
  for (const auto& found : found_) {
    const Explanation& e = found.explanation;
    test(subject_ + ": " + name(e.kind) + " at " + format_place(e.place, false),
         std::string("<failure type=\"") + name(e.kind) + "\" message=\"" + xml_text(e.message) + "\">" +
             xml_text(whole_report(found)) + "</failure>");
  }
  if (found_.empty())
    test(subject_, inconclusive ? "<error type=\"inconclusive\" message=\"" + xml_text(s.reason) + "\"/>" : "");
  out_ << "  </testsuite>\n</testsuites>\n";
  out_.flush();
}

}  // namespace heddle
