#include "report/progress_line.h"

#include <algorithm>

#include "report/layout.h"

namespace heddle {
namespace {

constexpr double kFirst = 0.3;  // short checks stay silent
constexpr double kPlainEvery = 5;
constexpr double kLeastExplored = 0.001;  // less says nothing about the rest

// 1234567 as 1,234,567.
std::string grouped(uint64_t number) {
  std::string text = std::to_string(number);
  for (size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string duration(double seconds) {
  const auto whole = static_cast<uint64_t>(seconds);
  if (whole < 100) return std::to_string(whole) + " s";
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

std::string megabytes(uint64_t bytes) { return std::to_string(bytes >> 20) + " MB"; }

std::string estimate(const CheckProgress& p) {
  if (p.explored < kLeastExplored) return "";
  const double done = std::min(p.explored, 1.0), all = static_cast<double>(p.executions) / done;
  std::string text = ", " + std::to_string(static_cast<int>(done * 100)) + "% of about " +
                     (all < 1e15 ? grouped(static_cast<uint64_t>(all)) : std::string("very many"));
  if (done < 1) text += ", " + duration(p.seconds / done * (1 - done)) + " left";
  return text;
}

}  // namespace

void ProgressLine::progress(const CheckProgress& p) {
  const double elapsed = p.seconds - last_seconds_;
  const double rate = elapsed > 0 && p.executions >= last_executions_
                          ? static_cast<double>(p.executions - last_executions_) / elapsed
                          : 0;
  const bool due = terminal_ ? p.seconds >= kFirst : p.seconds - last_plain_ >= kPlainEvery;
  if (!due) return;
  // The engine's words can be long, and a narrow terminal cuts off what stands last.
  const std::string line = "heddle: " + duration(p.seconds) + ", " + grouped(p.executions) + " executions, " +
                           grouped(static_cast<uint64_t>(rate)) + "/s" +
                           (p.memory > 0 ? ", " + megabytes(p.memory) : "") + estimate(p) + ", " + p.engine +
                           (p.words.empty() ? "" : " ") + p.words;
  if (terminal_) out_ << "\r\033[K" << cut_to(line, width_ - 1);
  else out_ << line << "\n";
  out_.flush();
  shown_ = true;
  last_plain_ = p.seconds;
  last_executions_ = p.executions;
  last_seconds_ = p.seconds;
}

void ProgressLine::clear() {
  if (shown_ && terminal_) out_ << "\r\033[K" << std::flush;
  shown_ = false;
}

}  // namespace heddle
