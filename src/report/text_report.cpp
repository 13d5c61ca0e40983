// A finding from the top: what and where, the interleaving as a table, the step that decided, the source lines, then what
// each thread held and waited for and where it was, then the two lines that people copy.
#include "report/text_report.h"

#include <algorithm>
#include <cstdio>

#include "report/fallback_words.h"
#include "report/layout.h"
#include "trace/fixed_inputs.h"

namespace heddle {
namespace {

constexpr const char* kRed = "1;31";
constexpr const char* kGreen = "1;32";
constexpr const char* kYellow = "1;33";
constexpr const char* kDim = "2";
constexpr const char* kThreadColours[] = {"36", "35", "33", "34", "32", "31"};
constexpr size_t kMaxFrames = 24;  // of a stack; recursion repeats itself
constexpr size_t kLibraryFrames = 3;
constexpr size_t kMaxSources = 14;  // source lines listed

std::string plural(uint64_t n, const char* word) { return std::to_string(n) + " " + word + (n == 1 ? "" : "s"); }

std::string format_seconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, seconds < 10 ? "%.2f s" : "%.1f s", seconds);
  return text;
}

std::string heading(const Explanation& e) {
  if (e.switches == 0) return "What happened, without a switch between threads:";
  std::string text = "What happened, with " + std::to_string(e.switches) + (e.switches == 1 ? " switch" : " switches");
  if (e.preemptions > 0 && e.switches > 1)
    text += e.preemptions == e.switches ? ", none forced" : ", " + std::to_string(e.preemptions) + " not forced";
  if (e.fewest_switches && e.preemptions > 0) text += " (fewer are not enough)";
  return text + ":";
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

// "race queue.cpp:12 in Queue::push"
static std::string summary_of(const Explanation& e) {
  const bool in = !e.place.file.empty() && !e.place.function.empty();
  return name(e.kind) + (" " + format_place(e.place, false)) + (in ? " in " + e.place.function : "");
}

std::string TextReport::paint(const char* code, const std::string& text) const {
  return options_.colour ? std::string("\033[") + code + "m" + text + "\033[0m" : text;
}

std::string TextReport::paint(const TableLine::Piece& piece) const {
  switch (piece.kind) {
    case TableLine::Piece::kPlain: return piece.text;
    case TableLine::Piece::kThread: return paint(kThreadColours[piece.thread % std::size(kThreadColours)], piece.text);
    case TableLine::Piece::kDim: return paint(kDim, piece.text);
    case TableLine::Piece::kFailure: return paint(kRed, piece.text);
  }
  return piece.text;
}

void TextReport::paragraph(const std::string& text, size_t indent) {
  for (const auto& line : wrap(text, options_.width - indent)) out_ << std::string(indent, ' ') << line << "\n";
}

void TextReport::finding(const ReportedFinding& found) {
  const Explanation& e = found.explanation;
  if (!found.like.empty() && !options_.full_trace) {
    alike_[found.like].push_back(found);
    if (!options_.quiet) return;
  }
  if (!options_.quiet) {
    const std::string message = e.message.empty() ? describe(e.kind) : e.message;
    out_ << "\n"
         << paint(kRed, std::string("heddle: ") + name(e.kind)) << " in thread " << e.thread << " at "
         << format_place(e.place) << "\n";
    if (e.place.line != 0) out_ << format_place(e.place) << ": error: " << message << "\n";
    else out_ << "  " << message << "\n";
    print_table(e);
    print_threads(e);
    out_ << "\n";
  }
  out_ << "SUMMARY: heddle: " << summary_of(e) << "\n";
  if (!found.replay.empty()) out_ << "To see it again: " << found.replay << "\n";
  out_.flush();
}

void TextReport::print_table(const Explanation& e) {
  if (e.rows.empty()) return print_sources({e.place});
  const Table table = make_table(e, {options_.width, options_.unicode, options_.full_trace}, source_);
  out_ << "\n  " << heading(e) << "\n\n";
  for (const auto& line : table.lines) {
    for (const auto& piece : line.pieces) out_ << paint(piece);
    out_ << "\n";
  }
  print_insight(e, table);
  if (!table.shows_source) print_sources(table.places);
  print_blocks(e);
}

// Where the blocks of the heap come from that the table speaks of.
void TextReport::print_blocks(const Explanation& e) {
  bool any = false;
  for (const BlockNote& block : e.blocks) {
    const auto speaks_of_it = [&](const TraceRow& row) { return row.what.find(block.name) != std::string::npos; };
    if (block.place.line == 0 || std::none_of(e.rows.begin(), e.rows.end(), speaks_of_it)) continue;
    if (!any) out_ << "\n";
    any = true;
    paragraph(block.name + " is a block of " + plural(block.size, "byte") + ", allocated at " +
                  format_place(block.place, false),
              2);
  }
}

void TextReport::print_insight(const Explanation& e, const Table& table) {
  const Marks& m = marks(options_.unicode);
  std::string legend;
  if (table.marks_switches) legend += std::string(m.switched) + " another thread goes on";
  if (table.marks_decisive)
    legend += std::string(legend.empty() ? "" : "   ") + m.decisive +
              (e.decisive->proven ? " from here on every schedule fails" : " from here on every schedule tried fails");
  if (!legend.empty()) out_ << "\n";
  if (!legend.empty()) paragraph(legend, 2);
  if (e.always) out_ << "\n  It fails under every schedule.\n";
  if (e.unordered && !e.unordered->words.empty()) {
    out_ << "\n";
    paragraph("What nothing orders: " + e.unordered->words + ".", 2);
    if (!e.unordered->why.empty()) paragraph("Why: " + e.unordered->why + ".", 2);
  }
  if (!e.decisive || e.decisive->words.empty()) return;
  out_ << "\n";
  paragraph(
      std::string(e.decisive->proven ? "What decided it: " : "What probably decided it: ") + e.decisive->words + ".",
      2);
}

void TextReport::print_sources(const std::vector<SourcePlace>& places) {
  size_t label_width = 0, listed = 0;
  std::vector<std::string> files;
  for (const auto& place : places) {
    label_width = std::max(label_width, std::to_string(place.line).size());
    if (std::find(files.begin(), files.end(), place.file) == files.end()) files.push_back(place.file);
  }
  for (const auto& file : files) {
    std::vector<SourcePlace> lines;
    std::copy_if(places.begin(), places.end(), std::back_inserter(lines), [&](auto& p) { return p.file == file; });
    std::sort(lines.begin(), lines.end(), [](auto& a, auto& b) { return a.line < b.line; });
    bool titled = false;
    for (const auto& place : lines) {
      const std::string text = source_.line(place, options_.width - 7 - label_width);
      if (text.empty() || listed == kMaxSources) continue;
      if (!titled) out_ << "\n  " << file << "\n";
      titled = true;
      ++listed;
      const std::string number = std::to_string(place.line);
      out_ << paint(kDim, "    " + std::string(label_width - number.size(), ' ') + number + " | ") << text << "\n";
    }
  }
}

// Threads that hold or wait for something, and the stacks of those that failed.
void TextReport::print_threads(const Explanation& e) {
  auto stack_of = [&](const std::string& thread) -> const ThreadStack* {
    for (const auto& stack : e.stacks)
      if (stack.thread == thread) return &stack;
    return nullptr;
  };
  for (const auto& end : e.threads) {
    const ThreadStack* stack = stack_of(end.name);
    const bool deep = stack != nullptr && (stack->frames.size() > 1 || !stack->title.empty());
    if (!deep && end.holds.empty()) continue;
    std::string title = end.name;
    if (end.done && !end.holds.empty() && stack == nullptr)
      title += " ended" + (end.left_by.empty() ? "" : " after " + end.left_by);
    if (!end.waits_for.empty() && (stack == nullptr || stack->title.starts_with("waits")))
      title += " waits for " + end.waits_for;
    else if (stack != nullptr && !stack->title.empty())
      title += (stack->title.starts_with("the ") ? ", " : " ") + stack->title;
    out_ << "\n";
    paragraph(title + ":", 2);
    for (const auto& held : end.holds)
      paragraph((end.done ? "still held " : "holds ") + held.lock + " since " + format_place(held.since, false), 4);
    if (stack != nullptr) print_frames(stack->frames);
  }
}

void TextReport::print_frames(const std::vector<SourcePlace>& frames) {
  size_t number = 0;
  for (size_t i = 0; i < frames.size();) {
    size_t end = i;
    while (end < frames.size() && is_system_file(frames[end].file)) ++end;
    // A step that lies in a library is told with the calls nearest to it.
    const size_t shown = i == 0 && end < frames.size() ? std::min(end, kLibraryFrames) : 0;
    for (; i < shown; ++i)
      out_ << paint(kDim,
                    "    ... " + cut_to(frames[i].function + "  " + format_place(frames[i], false), options_.width - 8))
           << "\n";
    if (end > i) {
      out_ << paint(kDim, "    ... " + plural(end - i, shown ? "more call" : "call") + " inside the libraries") << "\n";
      i = end;
      continue;
    }
    if (i == frames.size()) break;
    if (number == kMaxFrames) {
      out_ << paint(kDim, "    ... " + plural(frames.size() - i, "more call")) << "\n";
      break;
    }
    const SourcePlace& place = frames[i++];
    const std::string front = "    #" + std::to_string(number++) + " ", where = format_place(place);
    const bool fits = columns_of(front + place.function) + 2 + columns_of(where) <= options_.width;
    out_ << front
         << (fits ? place.function + "  " : cut_to(place.function, options_.width - front.size()) + "\n       ")
         << where;
    const size_t used = fits ? columns_of(front + place.function + where) + 2 : options_.width;
    if (used + 20 < options_.width)
      if (const std::string text = source_.line(place, options_.width - used - 5); !text.empty())
        out_ << paint(kDim, "   | " + text);
    out_ << "\n";
  }
}

// Also when asked to be quiet: what is accepted must not be forgotten.
void TextReport::suppressed(const ReportedFinding& found, const std::string& reason) {
  const Explanation& e = found.explanation;
  out_ << "heddle: suppressed: " << summary_of(e) << ", because: " << reason << "\n";
  out_.flush();
}

void TextReport::note(const std::string& text) {
  if (!options_.quiet) out_ << "heddle: note: " << text << std::endl;
}

// Races of one cause are one story; of the others it is said where they are.
void TextReport::print_alike() {
  for (const auto& [first, others] : alike_) {
    std::vector<std::pair<std::string, int>> counted;  // in the order in which they came
    for (const auto& found : others) {
      const Explanation& e = found.explanation;
      const std::string other = e.other_place.file == e.place.file ? "line " + std::to_string(e.other_place.line)
                                                                   : format_place(e.other_place, false);
      const std::string pair = format_place(e.place, false) + " with " + other;
      const auto known = std::find_if(counted.begin(), counted.end(), [&](auto& c) { return c.first == pair; });
      if (known == counted.end()) counted.emplace_back(pair, 1);
      else ++known->second;
    }
    std::string places;
    for (const auto& [pair, times] : counted)
      places += (places.empty() ? "" : "; ") + pair + (times > 1 ? " (" + std::to_string(times) + ")" : "");
    paragraph("heddle: " + plural(others.size(), "more race") + " with the same cause as " + first + ": " + places, 0);
    std::vector<std::string> said;
    for (const auto& found : others)
      if (const std::string line = summary_of(found.explanation);
          std::find(said.begin(), said.end(), line) == said.end()) {
        out_ << "SUMMARY: heddle: " << line << "\n";
        said.push_back(line);
      }
  }
  if (!alike_.empty()) out_ << "heddle: --full-trace tells each of them\n";
}

// What was not asked for may still be there.
static std::string of_kinds(const KindSet& kinds) { return kinds.is_all() ? "" : " of kind " + kinds.text(", "); }

void TextReport::finished(const CheckSummary& s) {
  if (!options_.quiet) print_alike();
  const std::string size = plural(s.executions, "execution") + " (" + (s.author.empty() ? s.engine : s.author) +
                           (s.blocked ? ", " + std::to_string(s.blocked) + " blocked" : "") +
                           (s.relevance != "seen" ? ", " + plural(s.choices, "choice") + " with " + s.relevance : "") +
                           (s.complete ? ", complete" : "") + (s.remark.empty() ? "" : ", " + s.remark) +
                           (s.suppressed ? ", " + std::to_string(s.suppressed) + " suppressed" : "") + ") in " +
                           format_seconds(s.seconds) +
                           (s.fixed_inputs ? ", with " + fixed_inputs_text(s.fixed_inputs) : "");
  if (!s.fallback.empty() && !options_.quiet)
    paragraph("heddle: note: dpor did the work of mcr: " + fallback_words(s.fallback), 0);
  switch (s.verdict) {
    case Verdict::kVerified:
      out_ << paint(kGreen, s.weak_orders ? "heddle: verified under sequential consistency:" : "heddle: verified:")
           << " no bug" << of_kinds(s.kinds) << " in " << size << "\n";
      break;
    case Verdict::kBug:
      out_ << paint(kRed, "heddle: " + plural(static_cast<uint64_t>(s.findings), "bug")) << " after " << size << "\n";
      break;
    case Verdict::kInconclusive:
      out_ << paint(kYellow, "heddle: inconclusive:") << " no bug" << of_kinds(s.kinds) << " in " << size << ", but "
           << s.reason << "\n";
      break;
  }
  out_.flush();
}

}  // namespace heddle
