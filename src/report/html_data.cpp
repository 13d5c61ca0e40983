#include "report/html_data.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <tuple>
#include <unordered_map>

namespace heddle {
namespace {

using nlohmann::ordered_json;

constexpr size_t kMostSourceText = 4 << 20;  // bytes of one file; a larger one is named but not shown

// Bits of `flags`; web/src/data.ts has the same.
enum : int {
  kRowAtomic = 1,
  kRowTakesOver = 2,
  kRowPreempts = 4,
  kRowMatters = 8,
  kRowFailed = 16,
  kRowSynchronises = 32
};

// The compiler and debug information name one file in different ways.
std::string canonical(const std::string& path) {
  std::error_code failed;
  const auto name = std::filesystem::weakly_canonical(std::filesystem::absolute(path, failed), failed);
  return failed ? path : name.string();
}

ordered_json text_of(const std::string& path) {
  if (is_system_file(path)) return nullptr;
  std::ifstream in(path, std::ios::binary);
  if (!in) return nullptr;
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (in.bad() || text.size() > kMostSourceText) return nullptr;
  return text;
}

bool is_lock(Op op) {
  switch (op) {
    case Op::kLock:
    case Op::kTryLock:
    case Op::kUnlock:
    case Op::kReadLock:
    case Op::kTryReadLock: return true;
    default: return false;
  }
}

// Numbers for values that repeat, in the order of their first use.
template <class Key>
class Table {
 public:
  int number(const Key& key) {
    const auto [at, fresh] = numbers_.try_emplace(key, static_cast<int>(keys_.size()));
    if (fresh) keys_.push_back(key);
    return at->second;
  }
  int find(const Key& key) const {
    const auto at = numbers_.find(key);
    return at == numbers_.end() ? -1 : at->second;
  }
  const std::vector<Key>& keys() const { return keys_; }

 private:
  std::map<Key, int> numbers_;
  std::vector<Key> keys_;
};

class FindingPage {
 public:
  FindingPage(const ReportedFinding& found, PageFiles& files) : found_(found), e_(found.explanation), files_(files) {}

  ordered_json json() {
    ordered_json rows = rows_json(), passing = passing_json();
    ordered_json page = {{"kind", name(e_.kind)},
                         {"meaning", describe(e_.kind)},
                         {"message", e_.message},
                         {"thread", lane(e_.thread)},
                         {"place", place(e_.place)},
                         {"execution", e_.execution},
                         {"replay", found_.replay},
                         {"schedule_file", found_.schedule_file},
                         {"schedule", e_.schedule},
                         {"shortened", e_.shortened},
                         {"fewest_switches", e_.fewest_switches},
                         {"always", e_.always},
                         {"decisive", decisive_json()},
                         {"unordered", unordered_json()},
                         {"passing", std::move(passing)},
                         {"threads", threads_json()},
                         {"stacks", stacks_json()}};
    page["places"] = ordered_json::array();
    for (const auto& [file, line, column, function] : places_.keys())
      page["places"].push_back({file, line, column, function});
    page["objects"] = std::move(objects_json_);
    page["strings"] = strings_.keys();
    page["ops"] = ordered_json::array();
    for (int op = 0; op < kOpCount; ++op) page["ops"].push_back(name(static_cast<Op>(op)));
    page["rows"] = std::move(rows);
    return page;
  }

 private:
  int lane(const std::string& thread) const {
    for (size_t i = 0; i < e_.threads.size(); ++i)
      if (e_.threads[i].name == thread) return static_cast<int>(i);
    return 0;
  }

  int place(const SourcePlace& p) {
    if (p.line == 0 && p.function.empty()) return -1;
    return places_.number({files_.number(p.file), p.line, p.column, p.function});
  }

  int text(const std::string& s) { return s.empty() ? -1 : strings_.number(s); }

  // Accesses of different sizes at one address are different variables: a struct, and its first member.
  int object(const TraceRow& row) {
    if (is_thread_structure(row.op) || row.object == 0) return -1;
    const bool memory = is_access(row.op);
    const int number = objects_.number({row.object, memory ? row.length : 0});
    if (static_cast<size_t>(number) == objects_json_.size())
      objects_json_.push_back({{"name", row.variable}, {"lock", is_lock(row.op)}});
    return number;
  }

  ordered_json rows_json() {
    std::unordered_map<ThreadId, int> lanes;
    for (size_t i = 0; i < e_.threads.size(); ++i) lanes[e_.threads[i].id] = static_cast<int>(i);
    std::vector<int> thread, at, op, about, second, value, old, what, sees, flags;
    for (const TraceRow& row : e_.rows) {
      thread.push_back(lanes[row.thread_id]);
      at.push_back(place(row.place));
      op.push_back(static_cast<int>(row.op));
      about.push_back(object(row));
      value.push_back(text(row.value));
      old.push_back(text(row.old_value));
      what.push_back(strings_.number(row_words(row)));
      sees.push_back(row.sees ? static_cast<int>(*row.sees) : -1);
      flags.push_back((row.atomic ? kRowAtomic : 0) | (row.takes_over ? kRowTakesOver : 0) |
                      (row.preempts ? kRowPreempts : 0) | (row.matters ? kRowMatters : 0) |
                      (row.failed ? kRowFailed : 0) | (row.synchronises ? kRowSynchronises : 0));
    }
    for (const TraceRow& row : e_.rows) second.push_back(row.second == 0 ? -1 : objects_.find({row.second, 0}));
    return {{"thread", thread}, {"place", at}, {"op", op},     {"object", about}, {"second", second},
            {"value", value},   {"old", old},  {"what", what}, {"sees", sees},    {"flags", flags}};
  }

  ordered_json decisive_json() const {
    if (!e_.decisive) return nullptr;
    auto row = [](const std::optional<size_t>& r) { return r ? static_cast<int>(*r) : -1; };
    return {{"row", e_.decisive->row},
            {"proven", e_.decisive->proven},
            {"before", row(e_.decisive->before)},
            {"after", row(e_.decisive->after)},
            {"words", e_.decisive->words}};
  }

  ordered_json unordered_json() const {
    if (!e_.unordered) return nullptr;
    auto row = [](const std::optional<size_t>& r) { return r ? static_cast<int>(*r) : -1; };
    return {{"first", row(e_.unordered->first)},
            {"second", row(e_.unordered->second)},
            {"words", e_.unordered->words},
            {"why", e_.unordered->why}};
  }

  ordered_json passing_json() {
    if (!found_.passing) return nullptr;
    std::vector<int> thread, at, what;
    for (const TraceRow& row : found_.passing->rows) {
      thread.push_back(lane(row.thread));
      at.push_back(place(row.place));
      what.push_back(strings_.number(row_words(row)));
    }
    return {{"thread", thread}, {"place", at}, {"what", what}, {"alike", found_.passing->alike}};
  }

  ordered_json threads_json() {
    ordered_json threads = ordered_json::array();
    for (const ThreadEnd& t : e_.threads) {
      ordered_json holds = ordered_json::array();
      for (const HeldLock& held : t.holds) holds.push_back({{"lock", held.lock}, {"since", place(held.since)}});
      threads.push_back({{"name", t.name},
                         {"created", place(t.created)},
                         {"place", place(t.place)},
                         {"done", t.done},
                         {"holds", holds},
                         {"left_by", t.left_by},
                         {"waits_for", t.waits_for}});
    }
    return threads;
  }

  ordered_json stacks_json() {
    ordered_json stacks = ordered_json::array();
    for (const ThreadStack& s : e_.stacks) {
      ordered_json frames = ordered_json::array();
      for (const SourcePlace& frame : s.frames) frames.push_back(place(frame));
      stacks.push_back({{"thread", s.thread}, {"title", s.title}, {"frames", frames}});
    }
    return stacks;
  }

  const ReportedFinding& found_;
  const Explanation& e_;
  PageFiles& files_;
  Table<std::tuple<int, uint32_t, uint32_t, std::string>> places_;
  Table<std::string> strings_;
  Table<std::pair<uint64_t, uint32_t>> objects_;  // address, and length if it is an access
  ordered_json objects_json_ = ordered_json::array();
};

}  // namespace

int PageFiles::number(const std::string& path) {
  if (path.empty()) return -1;
  if (const auto known = numbers_.find(path); known != numbers_.end()) return known->second;
  const std::string one_name = canonical(path);
  const auto [at, fresh] = numbers_.try_emplace(one_name, static_cast<int>(files_.size()));
  if (fresh) files_.push_back({path, {}});
  return numbers_[path] = at->second;
}

void PageFiles::cover(const CoveredLine& line) {
  const int file = number(line.file);
  if (file < 0) return;
  auto& covered = files_[static_cast<size_t>(file)].covered[line.line];
  covered.times += line.times;
  covered.histories += line.histories;
}

ordered_json PageFiles::json() const {
  ordered_json all = ordered_json::array();
  for (const File& file : files_) {
    ordered_json covered = ordered_json::array();
    for (const auto& [line, n] : file.covered) covered.push_back({line, n.times, n.histories});
    all.push_back({{"path", file.path}, {"text", text_of(file.path)}, {"covered", covered}});
  }
  return all;
}

ordered_json finding_head(const ReportedFinding& found, PageFiles& files) {
  const Explanation& e = found.explanation;
  return {{"kind", name(e.kind)},
          {"message", e.message},
          {"place", {files.number(e.place.file), e.place.line, e.place.column, e.place.function}},
          {"thread", e.thread},
          {"steps", e.rows.size()}};
}

ordered_json finding_data(const ReportedFinding& found, PageFiles& files) { return FindingPage(found, files).json(); }

std::string data_element(const std::string& id, const ordered_json& data) {
  std::string element = "<script type=\"application/json\" id=\"" + id + "\">";
  // Text that is not UTF-8 must not cost the report. "<" is only ever inside strings, and there it can be written so.
  for (const char c : data.dump(-1, ' ', false, ordered_json::error_handler_t::replace))
    if (c == '<') element += "\\u003c";
    else element += c;
  return element + "</script>\n";
}

}  // namespace heddle
