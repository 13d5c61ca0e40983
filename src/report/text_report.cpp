#include "report/text_report.h"

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "report/fold.h"

namespace heddle {
namespace {

constexpr const char* kRed = "1;31";
constexpr const char* kGreen = "1;32";
constexpr const char* kYellow = "1;33";
constexpr const char* kDim = "2";
constexpr const char* kThreadColours[] = {"36", "35", "33", "34", "32", "31"};
constexpr size_t kMaxFrames = 24;  // of a stack; recursion repeats itself

std::string pad(const std::string& text, size_t width) {
  return text.size() >= width ? text : text + std::string(width - text.size(), ' ');
}

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string trim(const std::string& line) {
  const size_t begin = line.find_first_not_of(" \t"), end = line.find_last_not_of(" \t\r");
  return begin == std::string::npos ? "" : line.substr(begin, end - begin + 1);
}

// Enough of a long line to recognise the place: from its column on.
std::string excerpt(const std::string& line, uint32_t column) {
  constexpr size_t kWidth = 70;
  const std::string whole = trim(line);
  if (whole.size() <= kWidth) return whole;
  const size_t begin = column > 0 && column <= line.size() ? column - 1 : 0;
  const std::string rest = trim(line.substr(begin));
  const std::string front = trim(line.substr(0, begin)).empty() ? "" : "… ";
  if (rest.size() <= kWidth) return front + rest;
  size_t end = kWidth;
  while (end > 0 && (rest[end] & 0xc0) == 0x80) --end;  // not inside a character
  return front + rest.substr(0, end) + " …";
}

std::string plural(uint64_t n, const char* word) { return std::to_string(n) + " " + word + (n == 1 ? "" : "s"); }

std::string format_seconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, seconds < 10 ? "%.2f s" : "%.1f s", seconds);
  return text;
}

}  // namespace

const char* name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kVerified: return "verified";
    case Verdict::kBug: return "bug";
    case Verdict::kInconclusive: return "inconclusive";
  }
  return "";
}

std::string format_place(const SourcePlace& place, bool column) {
  if (place.file.empty()) return place.function.empty() ? "an unknown place" : place.function;
  std::string text = place.file;
  if (place.line != 0) text += ":" + std::to_string(place.line);
  if (column && place.column != 0) text += ":" + std::to_string(place.column);
  return text;
}

std::string TextReport::paint(const char* code, const std::string& text) const {
  return options_.colour ? std::string("\033[") + code + "m" + text + "\033[0m" : text;
}

std::string TextReport::source_line(const SourcePlace& place) {
  if (place.file.empty() || place.line == 0) return {};
  auto [entry, fresh] = sources_.try_emplace(place.file);
  if (fresh) {
    std::ifstream in(place.file);
    for (std::string line; std::getline(in, line);) entry->second.push_back(line);
  }
  return place.line <= entry->second.size() ? excerpt(entry->second[place.line - 1], place.column) : "";
}

void TextReport::finding(const ReportedFinding& found) {
  const Explanation& e = found.explanation;
  if (!options_.quiet) {
    out_ << "\n" << paint(kRed, std::string("heddle: ") + name(e.kind)) << " in thread " << e.thread << " at "
         << format_place(e.place) << "\n  " << (e.message.empty() ? describe(e.kind) : e.message) << "\n";
    for (const auto& stack : e.stacks) print_stack(stack);
    print_rows(e.rows);
    out_ << "\n";
  }
  out_ << "SUMMARY: heddle: " << name(e.kind) << " " << format_place(e.place, false);
  if (!e.place.file.empty() && !e.place.function.empty()) out_ << " in " << e.place.function;
  out_ << "\n";
  if (!found.replay.empty()) out_ << "To see it again: " << found.replay << "\n";
  out_.flush();
}

void TextReport::print_stack(const ThreadStack& stack) {
  out_ << "\n  " << stack.thread << (stack.title.empty() ? "" : " ") << stack.title << ":\n";
  size_t number = 0;
  for (size_t i = 0; i < stack.frames.size();) {
    size_t end = i;
    while (end < stack.frames.size() && is_system_file(stack.frames[end].file)) ++end;
    if (end > i) {
      out_ << paint(kDim, "    …  " + plural(end - i, "call") + " inside the libraries") << "\n";
      i = end;
      continue;
    }
    const SourcePlace& place = stack.frames[i];
    if (number == kMaxFrames) {
      out_ << paint(kDim, "    …  " + plural(stack.frames.size() - i, "more call")) << "\n";
      break;
    }
    out_ << "    #" << number++ << " " << place.function << "  " << format_place(place);
    if (const std::string text = source_line(place); !text.empty()) out_ << paint(kDim, "   | " + text);
    out_ << "\n";
    ++i;
  }
}

void TextReport::print_rows(const std::vector<TraceRow>& rows) {
  if (rows.empty()) return;
  const auto keep = options_.full_trace ? std::vector<bool>(rows.size(), true) : rows_to_show(rows);
  size_t thread_width = 0, place_width = 0, what_width = 0;
  auto place_of = [](const TraceRow& row) {
    return row.place.line == 0 ? std::string("?") : base_name(row.place.file) + ":" + std::to_string(row.place.line);
  };
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!keep[i]) continue;
    thread_width = std::max(thread_width, rows[i].thread.size());
    place_width = std::max(place_width, place_of(rows[i]).size());
    what_width = std::max(what_width, std::min<size_t>(rows[i].what.size(), 40));
  }
  out_ << "\n  What happened, step by step:\n";
  for (size_t i = 0; i < rows.size();) {
    size_t end = i;
    while (end < rows.size() && !keep[end]) ++end;
    if (end > i) {
      out_ << paint(kDim, "    … " + plural(end - i, "step") + " (shown with --full-trace)") << "\n";
      i = end;
      continue;
    }
    const TraceRow& row = rows[i];
    const char* colour = kThreadColours[row.thread_id % std::size(kThreadColours)];
    out_ << "    " << paint(colour, pad(row.thread, thread_width)) << "  " << pad(place_of(row), place_width) << "  ";
    const std::string text = source_line(row.place);
    out_ << (text.empty() ? row.what : pad(row.what, what_width) + paint(kDim, "  | " + text)) << "\n";
    ++i;
  }
}

// Also when asked to be quiet: what is accepted must not be forgotten.
void TextReport::suppressed(const ReportedFinding& found, const std::string& reason) {
  const Explanation& e = found.explanation;
  out_ << "heddle: suppressed: " << name(e.kind) << " " << format_place(e.place, false);
  if (!e.place.file.empty() && !e.place.function.empty()) out_ << " in " << e.place.function;
  out_ << ", because: " << reason << "\n";
  out_.flush();
}

void TextReport::note(const std::string& text) {
  if (!options_.quiet) out_ << "heddle: note: " << text << std::endl;
}

void TextReport::finished(const CheckSummary& s) {
  const std::string size = plural(s.executions, "execution") + " (" + s.engine +
                           (s.blocked ? ", " + std::to_string(s.blocked) + " blocked" : "") +
                           (s.complete ? ", complete" : "") +
                           (s.suppressed ? ", " + std::to_string(s.suppressed) + " suppressed" : "") + ") in " + format_seconds(s.seconds);
  switch (s.verdict) {
    case Verdict::kVerified: out_ << paint(kGreen, "heddle: verified:") << " no bug in " << size << "\n"; break;
    case Verdict::kBug:
      out_ << paint(kRed, "heddle: " + plural(static_cast<uint64_t>(s.findings), "bug")) << " after " << size << "\n";
      break;
    case Verdict::kInconclusive:
      out_ << paint(kYellow, "heddle: inconclusive:") << " no bug in " << size << ", but " << s.reason << "\n";
      break;
  }
  out_.flush();
}

}  // namespace heddle
