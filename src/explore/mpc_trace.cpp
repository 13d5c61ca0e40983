// Maximal path causality as it was published (Yi and Huang, FSE 2018): each run, one at a time, suggests path prefixes (path_prefixes.h);
// of each, one question with order variables and symbolic inputs is asked; a yes is an input and a schedule, which is run.
//
// Where a prefix cannot be had by what the run showed, that need not be its fault: a thread that was cut off would have done more.
// Strategy 1 leaves it at that, and misses paths (its figure 8). Strategy 2 looks at which threads contradict each other (the unsatisfiable
// core), leaves out what is asked of these threads, the largest such set first, then their subsets, and extends the prefix by a
// run of what remains; then the prefix is split by what that run adds for the others, and these are asked again.
//
// Each question is about one path of each thread; what different runs have shown of one thread is never put together. So the end of the
// questions proves nothing here: what the formula does not cover, what took too long and sets of threads beyond a few are left out, and
// a thread that waits for ever is met only by chance. `mcr` asks the same of everything that is known; this is for comparison.
#include <algorithm>
#include <deque>
#include <unordered_set>

#include "base/hash.h"
#include "causal/model_replay.h"
#include "explore/engines.h"
#include "explore/mcr_facts.h"
#include "explore/path_prefixes.h"

namespace heddle {
namespace {

using causal::kNoNode;
using causal::Next;
using causal::NodeId;
using causal::PathAnswer;
using causal::PathMark;
using causal::PathQuestion;
using causal::Possible;

constexpr uint64_t kEffort = 1ull << 27;  // of the solver for one question, in its units
constexpr size_t kMostSubsets = 32;       // sets of threads that are left out in turn

class MpcTrace final : public Engine {
 public:
  explicit MpcTrace(const EngineOptions& options) : strategy_(options.strategy), follow_(first_follow(options)) {
    pool_.allow_inputs();
  }

  bool next(Work& work) override {
    work = Work();
    work.schedule.tail = Tail::kFair;
    work.schedule.follow = follow_;
    if (!started_) return true;
    if (!pool_.ledger().to_share().empty()) {  // the search starts again after it
      work.schedule.share = pool_.ledger().to_share();
      return true;
    }
    if (!problem_.empty() || !causal::path_solver()) return false;
    if (extension_) {
      extend(work);
      return true;
    }
    PathPrefix prefix;
    if (!again_.empty()) {
      prefix = std::move(again_.back());
      again_.pop_back();
    } else {
      while (!open_.empty() && !open_.back().next(pool_, prefix)) open_.pop_back();
      if (open_.empty()) return false;
    }
    ask(std::move(prefix), work);
    return true;
  }

  void observe(const Work&, const Trace& trace) override {
    started_ = true;
    pool_.learn(trace);
    std::vector<uint64_t> deadlock;
    if (pool_.problem().empty()) causal::replay_in_model(pool_, trace, deadlock);
    if (!pool_.problem().empty()) {
      if (pool_.ledger().to_share().empty()) problem_ = pool_.problem();
      return;
    }
    if (trace.outcome == Outcome::kDiverged && asked_.empty()) return;
    PathEnds ends;
    for (int t = 0; t < pool_.threads(); ++t) ends.push_back(pool_.stands(static_cast<ThreadId>(t)));
    const PathMarks asked = std::exchange(asked_, {});
    const PathEnds base = std::exchange(base_, {});
    const bool is_new = paths_.insert(hash_of(ends)).second;
    if (is_new) seen_.push_back(ends);
    if (asked.empty()) return void(open_.emplace_back(pool_, PathEnds(), ends, PathMarks()));
    const bool extends = extension_.has_value();
    if (!has_prefix(pool_, ends, asked)) {
      if (trace.outcome != Outcome::kFinding) ++missed_;
      else if (!extends) ask_before_failure(base, asked, ends);
      return;
    }
    if (extends) return split_extension(ends);
    ask_for_others(base, asked, ends);
    open_.emplace_back(pool_, after(asked, ends), ends, PathMarks());
  }

  bool exhaustive() const override { return false; }
  bool builds_on_runs() const override { return true; }

  void save(Writer& out) const override { save(out, open_, again_); }

  bool load(Reader& in) override {
    started_ = in.get<uint8_t>();
    problem_ = in.get_string();
    if (!pool_.load(in)) return false;
    for (uint64_t* n : {&questions_, &unanswered_, &missed_, &extensions_}) *n = in.get<uint64_t>();
    for (auto n = in.get<uint64_t>(); n > 0 && in.ok(); --n) {
      seen_.push_back(in.get_vector<NodeId>());
      paths_.insert(hash_of(seen_.back()));
    }
    for (auto n = in.get<uint64_t>(); n > 0 && in.ok(); --n)
      if (!open_.emplace_back().load(in, pool_)) return false;
    for (auto n = in.get<uint64_t>(); n > 0 && in.ok(); --n) {
      PathPrefix& prefix = again_.emplace_back();
      prefix.base = in.get_vector<NodeId>();
      for (auto m = in.get<uint64_t>(); m > 0 && in.ok(); --m) prefix.marks.push_back(load_mark(in));
    }
    return in.ok();
  }

  // Prefixes have no path in common, so each can be somebody else's work.
  bool split(Writer& out) override {
    std::deque<PathPrefixes> theirs;
    if (open_.size() > 1) {
      for (size_t n = open_.size() / 2; n > 0; --n) {
        theirs.push_back(std::move(open_.front()));
        open_.pop_front();
      }
    } else if (open_.size() == 1 && open_.front().left() > 1) {
      theirs.push_back(open_.front().split());
    } else {
      return false;
    }
    save(out, theirs, {});
    return true;
  }

  std::string progress() const override {
    if (!problem_.empty()) return "nothing follows from these runs: " + problem_;
    std::string words = "one trace at a time, which proves nothing; " + std::to_string(paths_.size()) + " paths, " +
                        std::to_string(questions_) + " questions";
    if (extensions_ > 0) words += ", " + std::to_string(extensions_) + " prefixes extended";
    if (unanswered_ > 0) words += ", " + std::to_string(unanswered_) + " too hard, or not covered";
    if (missed_ > 0) words += ", " + std::to_string(missed_) + " schedules that did not lead where they should";
    return words;
  }

 private:
  static uint64_t hash_of(const PathEnds& ends) {
    uint64_t hash = 0;
    for (NodeId n : ends) hash = mix(hash, n);
    return hash;
  }

  void save(Writer& out, const std::deque<PathPrefixes>& open, const std::vector<PathPrefix>& again) const {
    out.put<uint8_t>(started_);
    out.put(problem_);
    pool_.save(out);
    for (uint64_t n : {questions_, unanswered_, missed_, extensions_}) out.put(n);
    out.put<uint64_t>(seen_.size());
    for (const PathEnds& ends : seen_) out.put(ends);
    out.put<uint64_t>(open.size());
    for (const PathPrefixes& p : open) p.save(out);
    std::vector<PathPrefix> all = again;
    if (extension_ && &open == &open_) all.push_back(extension_->of);  // it begins anew
    out.put<uint64_t>(all.size());
    for (const PathPrefix& p : all) {
      out.put(p.base);
      out.put<uint64_t>(p.marks.size());
      for (const PathMark& m : p.marks) save_mark(out, m);
    }
  }

  // What of the run lies behind the marks.
  PathEnds after(const PathMarks& marks, const PathEnds& ends) const {
    PathEnds all;
    for (size_t t = 0; t < ends.size(); ++t)
      all.push_back(t < marks.size() ? after_mark(pool_, ends[t], marks[t]) : kNoNode);
    return all;
  }

  // Is there an execution with these marks? On a yes it becomes the work.
  Possible solve(const PathMarks& marks, Work& work, std::vector<ThreadSet>* cores) {
    ++questions_;
    PathQuestion question(pool_, memory_);
    if (!solver_) solver_ = causal::path_solver()();
    PathAnswer answer;
    Possible possible =
        question.begin_prefix(marks) ? solver_->solve_prefix(question, kEffort, answer, cores) : Possible::kUnknown;
    if (possible == Possible::kYes) {
      if (auto schedule = question.follow_prefix(answer)) work.schedule.prefix = std::move(*schedule);
      else possible = Possible::kUnknown;
    }
    unanswered_ += possible == Possible::kUnknown;
    work.tentative = possible == Possible::kYes;
    work.pause = possible != Possible::kYes;
    return possible;
  }

  void ask(PathPrefix prefix, Work& work) {
    std::vector<ThreadSet> cores;
    const Possible possible = solve(prefix.marks, work, strategy_ == 2 ? &cores : nullptr);
    if (possible == Possible::kYes) {
      asked_ = std::move(prefix.marks);
      base_ = std::move(prefix.base);
    } else if (possible == Possible::kNo && strategy_ == 2) {
      extension_.emplace(Extension{std::move(prefix), sets_of(cores), {}});
    }
  }

  // The cores, and then what they contain.
  static std::vector<ThreadSet> sets_of(const std::vector<ThreadSet>& cores) {
    std::vector<ThreadSet> sets = cores;
    for (size_t i = 0; i < sets.size() && sets.size() < kMostSubsets; ++i) {
      const ThreadSet whole = sets[i];
      if (whole.count() < 2) continue;
      whole.for_each([&](ThreadId t) {
        ThreadSet part = whole;
        part.reset(t);
        if (std::ranges::find(sets, part) == sets.end()) sets.push_back(part);
      });
    }
    std::ranges::stable_sort(sets, std::ranges::greater(), [](const ThreadSet& s) { return s.count(); });
    return sets;
  }

  // Takes the next set of threads of which nothing is asked beyond where they were before.
  void extend(Work& work) {
    work.pause = true;
    const PathPrefix& of = extension_->of;
    if (extension_->at == extension_->sets.size()) return extension_.reset();
    const ThreadSet free = extension_->sets[extension_->at++];
    PathMarks marks = of.marks;
    for (size_t t = 0; t < marks.size(); ++t) {
      PathMark& m = marks[t];
      if (m.at == kNoNode || !free.test(static_cast<ThreadId>(t))) continue;
      const NodeId until = m.differs ? m.at : m.until;
      const NodeId base = of.base[t] != kNoNode ? of.base[t] : root_of(m.at);
      m = {std::min(base, until), until, false, {}};
    }
    cut_off(pool_, marks);
    const auto shows_more = [&](size_t t) { return marks[t].differs && !free.test(static_cast<ThreadId>(t)); };
    bool any = false;
    for (size_t t = 0; t < marks.size(); ++t) any |= marks[t].at != kNoNode && shows_more(t);
    if (!any) return;
    extension_->free = free;
    for (const PathEnds& ends : seen_)
      if (has_prefix(pool_, ends, marks)) return split_extension(PathEnds(ends));
    if (solve(marks, work, nullptr) == Possible::kYes) asked_ = std::move(marks);
  }

  NodeId root_of(NodeId n) const {
    while (pool_[n].parent != kNoNode) n = pool_[n].parent;
    return n;
  }

  // A run shows what comes of the prefix for those of whom it was asked.
  void split_extension(const PathEnds& ends) {
    ++extensions_;
    const Extension e = std::move(*std::exchange(extension_, std::nullopt));
    PathMarks fixed(ends.size());
    PathEnds base = after(e.of.marks, ends), whole = ends;
    for (size_t t = 0; t < e.of.marks.size(); ++t) {
      const PathMark& m = e.of.marks[t];
      if (m.at == kNoNode || (base[t] != kNoNode && !e.free.test(static_cast<ThreadId>(t)))) continue;
      fixed[t] = m;
      base[t] = e.of.base[t];
    }
    open_.emplace_back(pool_, std::move(base), std::move(whole), std::move(fixed));
  }

  // What is told is not always one of two: others may be possible with the same prefix.
  void ask_for_others(const PathEnds& base, const PathMarks& asked, const PathEnds& ends) {
    PathMarks marks = asked;
    for (size_t t = 0; t < asked.size(); ++t) {
      if (asked[t].at == kNoNode || !asked[t].differs) continue;
      const NodeId after = after_mark(pool_, ends[t], asked[t]);
      if (!is_two_way(asked[t].at)) {
        PathMarks others = marks;
        others[t].known.push_back(pool_[after].key);
        again_.push_back({base, std::move(others)});
      }
      marks[t] = {after, after, false, {}};
    }
  }

  bool is_two_way(NodeId at) const {
    const causal::Node& n = pool_[at];
    return n.next == Next::kAsk ? pool_.terms()[n.term].width == 1
                                : n.fills || n.op == Op::kTryLock || n.op == Op::kTryReadLock;
  }

  // The run failed before the others came as far as they should: that is asked for again, now that it is known that it ends there.
  void ask_before_failure(const PathEnds& base, PathMarks marks, const PathEnds& ends) {
    for (size_t t = 0; t < marks.size(); ++t) {
      if (marks[t].at == kNoNode || !marks[t].differs) continue;
      const NodeId after = after_mark(pool_, ends[t], marks[t]);
      if (after == kNoNode || pool_[after].next != Next::kFailed) continue;
      marks[t] = {after, after, false, {}};
      again_.push_back({base, std::move(marks)});
      return;
    }
  }

  int strategy_;
  Follow follow_;
  causal::Pool pool_;      // where paths and what lies on them are kept; each question is about one path of each thread
  causal::Memory memory_;  // of use to other questions only
  std::unique_ptr<causal::PathSolver> solver_;
  std::deque<PathPrefixes> open_;       // by run; the newest, whose prefixes are asked next, last
  std::vector<PathPrefix> again_;       // before those
  std::vector<PathEnds> seen_;          // paths that runs have shown
  std::unordered_set<uint64_t> paths_;  // likewise, as hashes
  PathMarks asked_;                     // the run under way is to have these
  PathEnds base_;                       // and they extend this
  // Strategy 2: of a prefix that cannot be had, the sets of threads to be left out in turn.
  struct Extension {
    PathPrefix of;
    std::vector<ThreadSet> sets;
    size_t at = 0;
    ThreadSet free = {};  // the one at hand
  };
  std::optional<Extension> extension_;
  bool started_ = false;
  std::string problem_;  // the model does not fit the program
  uint64_t questions_ = 0, unanswered_ = 0, missed_ = 0, extensions_ = 0;
};

}  // namespace

std::unique_ptr<Engine> make_mpc_trace(const EngineOptions& options) { return std::make_unique<MpcTrace>(options); }

}  // namespace heddle
