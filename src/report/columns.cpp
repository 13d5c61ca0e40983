// Columns are for the threads that matter: those that failed or wait, those that the decisive step is about, then those
// with most to show, as many as fit. The others' steps are folded like any long stretch. Since a line belongs to one
// thread, its text may run on over the columns to the right; what is still too long goes on in the next line. If there
// is room beside the table, the source text stands there.
#include "report/columns.h"

#include <algorithm>
#include <map>
#include <set>

#include "report/fold.h"
#include "report/layout.h"

namespace heddle {
namespace {

constexpr size_t kLeast = 16;        // columns per thread, to decide how many threads fit
constexpr size_t kNarrow = 10;       // of a cell that can run on to the right
constexpr size_t kSourceLeast = 24;  // of the source text
constexpr size_t kMargin = 2;
using Piece = TableLine::Piece;

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

class TableMaker {
 public:
  TableMaker(const Explanation& e, const TableStyle& style, SourceText& source)
      : e_(e), style_(style), source_(source), marks_(marks(style.unicode)) {}

  Table make() {
    keep_ = style_.full ? std::vector<bool>(e_.rows.size(), true) : rows_to_show(e_);
    choose_threads();
    for (size_t i = 0; i < e_.rows.size(); ++i)
      if (!column_.contains(e_.rows[i].thread_id)) keep_[i] = false;
    collect_failures();
    choose_labels();
    choose_widths();
    header();
    for (size_t i = 0; i < e_.rows.size();) {
      if (keep_[i]) add_row(i++);
      else i = add_gap(i);
    }
    for (const auto& failure : failures_)
      put(failure.thread, marks_.failed, failure.place, failure.what, Piece::kFailure);
    return std::move(table_);
  }

 private:
  void choose_threads() {
    std::vector<ThreadId> ranked;
    auto rank = [&](ThreadId t) {
      if (std::find(ranked.begin(), ranked.end(), t) == ranked.end()) ranked.push_back(t);
    };
    for (const auto& end : e_.threads)
      if (end.name == e_.thread) rank(end.id);
    if (e_.decisive) {
      rank(e_.rows[e_.decisive->row].thread_id);
      if (e_.decisive->before) rank(e_.rows[*e_.decisive->before].thread_id);
      if (e_.decisive->after) rank(e_.rows[*e_.decisive->after].thread_id);
    }
    for (const auto& stack : e_.stacks)
      for (const auto& end : e_.threads)
        if (end.name == stack.thread && end.id != kMainThread) rank(end.id);
    std::map<ThreadId, size_t> weight;
    for (size_t i = 0; i < e_.rows.size(); ++i)
      if (keep_[i]) weight[e_.rows[i].thread_id] += is_thread_structure(e_.rows[i].op) ? 1 : 4;
    std::vector<std::pair<size_t, ThreadId>> rest;
    for (const auto& [t, w] : weight) rest.emplace_back(w, t);
    std::sort(rest.begin(), rest.end(), [](auto& a, auto& b) { return a.first > b.first; });
    for (const auto& [w, t] : rest) rank(t);
    const size_t fitting = std::max<size_t>(1, (style_.width - kMargin + 3) / (kLeast + 3));
    if (!style_.full && ranked.size() > fitting) ranked.resize(fitting);
    std::sort(ranked.begin(), ranked.end());
    for (ThreadId t : ranked) column_.emplace(t, column_.size());
    threads_ = ranked;
  }

  void choose_labels() {
    std::set<std::string> files;
    for (size_t i = 0; i < e_.rows.size(); ++i)
      if (keep_[i] && e_.rows[i].place.line != 0) files.insert(e_.rows[i].place.file);
    for (const auto& failure : failures_)
      if (failure.place.line != 0) files.insert(failure.place.file);
    one_file_ = files.size() <= 1;
    for (size_t i = 0; i < e_.rows.size(); ++i)
      if (keep_[i]) label_width_ = std::max(label_width_, columns_of(label(e_.rows[i].place)));
    for (const auto& failure : failures_) label_width_ = std::max(label_width_, columns_of(label(failure.place)));
  }
  std::string label(const SourcePlace& place) const {
    if (place.line == 0) return "?";
    return one_file_ ? std::to_string(place.line) : base_name(place.file) + ":" + std::to_string(place.line);
  }
  // Line numbers are right-aligned, like numbers; files are not.
  std::string cell_label(const SourcePlace& place) const {
    const std::string text = label(place);
    return one_file_ ? std::string(label_width_ - std::min(label_width_, text.size()), ' ') + text : text;
  }

  void choose_widths() {
    std::vector<size_t> wanted(threads_.size(), kNarrow);
    auto want = [&](ThreadId thread, const SourcePlace& place, const std::string& what) {
      size_t& width = wanted[column_.at(thread)];
      width = std::max(width, 3 + columns_of(cell_label(place)) + 1 + columns_of(what));
    };
    for (size_t i = 0; i < e_.rows.size(); ++i)
      if (keep_[i]) want(e_.rows[i].thread_id, e_.rows[i].place, row_words(e_.rows[i]));
    for (const auto& failure : failures_) want(failure.thread, failure.place, failure.what);
    for (size_t c = 0; c < threads_.size(); ++c) wanted[c] = std::max(wanted[c], columns_of(name_of(threads_[c])) + 3);
    const size_t bars = 3 * (threads_.size() - 1);  // " | "
    const size_t total = std::max(style_.width - kMargin - bars, threads_.size() * kLeast);
    // The last column comes first: nothing is to the right of it.
    const size_t last = std::min(wanted.back(), total - (threads_.size() - 1) * kNarrow);
    wanted.pop_back();
    if (!wanted.empty()) widths_ = share_width(wanted, total - last);
    widths_.push_back(last);
    size_t used = kMargin + bars;
    for (size_t w : widths_) used += w;
    source_width_ = style_.width > used + 3 + kSourceLeast ? style_.width - used - 3 : 0;
    table_.shows_source = source_width_ > 0;
  }

  std::string bar() const { return std::string(" ") + marks_.bar + " "; }

  std::string name_of(ThreadId t) const {
    for (const auto& end : e_.threads)
      if (end.id == t) return end.name;
    for (const auto& row : e_.rows)
      if (row.thread_id == t) return row.thread;
    return "?";
  }

  void header() {
    TableLine names, line;
    names.pieces.push_back({std::string(kMargin, ' ')});
    line.pieces.push_back({std::string(kMargin, ' ')});
    for (size_t c = 0; c < threads_.size(); ++c) {
      const bool last = c + 1 == threads_.size();
      const std::string name = "   " + name_of(threads_[c]);
      names.pieces.push_back({last ? name : pad(name, widths_[c]), Piece::kThread, threads_[c]});
      std::string rule;
      for (size_t i = 0; i < widths_[c]; ++i) rule += marks_.line;
      line.pieces.push_back({rule, Piece::kDim});
      if (last) continue;
      names.pieces.push_back({bar(), Piece::kDim});
      line.pieces.push_back({std::string(marks_.line) + marks_.cross + marks_.line, Piece::kDim});
    }
    table_.lines.push_back(names);
    table_.lines.push_back(line);
  }

  // Puts `text` into the thread's column, over as many lines as it needs.
  void put(ThreadId thread, const std::string& marks, const SourcePlace& place, const std::string& text,
           Piece::Kind kind) {
    const size_t column = column_.at(thread);
    size_t width = 0;  // up to the end of the table
    for (size_t c = column; c < threads_.size(); ++c) width += widths_[c] + (c > column ? 3 : 0);
    const std::string label = cell_label(place);
    const size_t front = 3 + columns_of(label) + 1;
    std::vector<std::string> cell;
    if (width < front + std::min<size_t>(
                            8, columns_of(text))) {  // a label that leaves no room for words gets a line of its own
      cell.push_back(pad(marks, 3) + cut_to(label, width - 3));
      for (const auto& line : wrap(text, width - 4)) cell.push_back(std::string(4, ' ') + line);
    } else {
      for (const auto& line : wrap(text, width - front))
        cell.push_back((cell.empty() ? pad(marks, 3) + label + " " : std::string(front, ' ')) + line);
    }
    for (size_t i = 0; i < cell.size(); ++i)
      put_line(column, cell[i], i == 0 && source_width_ > 0 ? source_.line(place, source_width_) : "",
               {"", kind, thread});
    note_place(place);
  }

  void put_line(size_t column, const std::string& content, const std::string& beside, Piece style) {
    TableLine line;
    line.pieces.push_back({std::string(kMargin, ' ')});
    for (size_t c = 0; c < column; ++c) line.pieces.push_back({std::string(widths_[c], ' ') + bar(), Piece::kDim});
    size_t width = widths_[column], end = column;
    while (columns_of(content) > width && end + 1 < threads_.size()) width += 3 + widths_[++end];
    style.text = pad(content, width);
    line.pieces.push_back(style);
    for (size_t c = end + 1; c < threads_.size(); ++c)
      line.pieces.push_back({bar() + std::string(widths_[c], ' '), Piece::kDim});
    if (!beside.empty()) line.pieces.push_back({" | " + beside, Piece::kDim});
    table_.lines.push_back(line);
    drop_trailing_blanks();
  }

  void drop_trailing_blanks() {
    auto& pieces = table_.lines.back().pieces;
    while (!pieces.empty()) {
      std::string& text = pieces.back().text;
      text.erase(text.find_last_not_of(' ') + 1);
      if (!text.empty()) return;
      pieces.pop_back();
    }
  }

  void note_place(const SourcePlace& place) {
    const auto same = [&](const SourcePlace& p) { return p.file == place.file && p.line == place.line; };
    if (place.line != 0 && std::none_of(table_.places.begin(), table_.places.end(), same))
      table_.places.push_back(place);
  }

  void add_row(size_t i) {
    const TraceRow& row = e_.rows[i];
    const bool decisive = e_.decisive && e_.decisive->row == i;
    table_.marks_switches |= row.takes_over;
    table_.marks_decisive |= decisive;
    const bool racing = e_.unordered && (e_.unordered->first == i || e_.unordered->second == i);
    put(row.thread_id,
        std::string(row.takes_over ? marks_.switched : " ") + (decisive ? marks_.decisive
                                                               : racing ? marks_.failed
                                                                        : " "),
        row.place, row_words(row), racing ? Piece::kFailure : Piece::kThread);
  }

  // Returns the row behind the gap.
  size_t add_gap(size_t i) {
    std::vector<std::string> names;
    size_t end = i;
    const SourcePlace& first = e_.rows[i].place;
    bool one_line = one_file_ && first.line != 0;
    for (; end < e_.rows.size() && !keep_[end]; one_line &= e_.rows[end].place.line == first.line, ++end)
      if (std::find(names.begin(), names.end(), e_.rows[end].thread) == names.end())
        names.push_back(e_.rows[end].thread);
    std::string who = names[0];
    for (size_t n = 1; n < names.size() && n < 3; ++n) who += ", " + names[n];
    if (names.size() > 3) who += " and others";
    const std::string text = std::string(marks_.gap) + " " + std::to_string(end - i) +
                             (end - i == 1 ? " step" : " steps") + " of " + who +
                             (one_line ? " in line " + std::to_string(first.line) : "");
    table_.lines.push_back({{{std::string(kMargin + 3, ' ') + cut_to(text, style_.width - kMargin - 3), Piece::kDim}}});
    return end;
  }

  // What failed stands last: in a deadlock what each thread waits for.
  void collect_failures() {
    const bool stuck = e_.kind == FindingKind::kDeadlock || e_.kind == FindingKind::kLivelock;
    for (const auto& end : e_.threads) {
      if (!column_.contains(end.id)) continue;
      if (stuck && !end.waits_for.empty())
        failures_.push_back(
            {end.id, end.place, "waits for " + end.waits_for.substr(0, end.waits_for.find(", held by"))});
      else if (!stuck && end.name == e_.thread)
        failures_.push_back({end.id, e_.place, e_.message.empty() ? describe(e_.kind) : e_.message});
    }
  }

  struct Failure {
    ThreadId thread;
    SourcePlace place;
    std::string what;
  };

  const Explanation& e_;
  const TableStyle& style_;
  SourceText& source_;
  const Marks& marks_;
  Table table_;
  std::vector<bool> keep_;         // per row
  std::vector<Failure> failures_;  // last lines of the table
  std::vector<ThreadId> threads_;  // per column
  std::map<ThreadId, size_t> column_;
  std::vector<size_t> widths_;  // per column
  bool one_file_ = true;        // all rows are in one file: labels are line numbers
  size_t label_width_ = 0;
  size_t source_width_ = 0;  // 0: no room for source text
};

}  // namespace

const Marks& marks(bool unicode) {
  static constexpr Marks kAscii{">", "*", "X", "|", "-", "+", "..."};
  static constexpr Marks kUnicode{"▸", "★", "✗", "│", "─", "┼", "⋮"};
  return unicode ? kUnicode : kAscii;
}

Table make_table(const Explanation& explanation, const TableStyle& style, SourceText& source) {
  return TableMaker(explanation, style, source).make();
}

}  // namespace heddle
