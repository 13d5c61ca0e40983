// PathPrefixes: which path prefixes a run suggests (strategy 1 of the maximal path causality paper, 3.4.1). The run extends a prefix of
// each thread's path by decisions; of each thread either all of them are kept, or those before one of them, which is made
// otherwise. All combinations over the threads, but for the run's own path, are prefixes of paths that were not seen, and no two
// have a path in common.
//
//   PathPrefixes open(pool, base, ends, {});
//   while (open.next(pool, prefix)) …
//
// A thread that waits for the end of one that is cut off, or is created by one, is cut off there as well; combinations that become the
// same by that are told once.
#pragma once
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "base/bytes.h"
#include "causal/path_question.h"

namespace heddle {

// A node for each thread; kNoNode: there is none.
using PathEnds = std::vector<causal::NodeId>;
using PathMarks = std::vector<causal::PathMark>;

struct PathPrefix {
  PathEnds base;  // what of it was there before; it is extended by decisions of one run
  PathMarks marks;
};

class PathPrefixes {
 public:
  PathPrefixes() = default;
  // `ends`: of the run. `fixed`: threads that have this mark and no other (if it has a place).
  PathPrefixes(const causal::Pool& pool, PathEnds base, PathEnds ends, PathMarks fixed);

  bool next(const causal::Pool& pool, PathPrefix& prefix);
  // How many combinations are left, those that will turn out to be the same included.
  uint64_t left() const { return end_ - at_; }
  // Gives away half of what is left.
  PathPrefixes split();

  void save(Writer& out) const;
  bool load(Reader& in, const causal::Pool& pool);

 private:
  void prepare(const causal::Pool& pool);
  bool is_fixed(size_t t) const { return t < fixed_.size() && fixed_[t].at != causal::kNoNode; }

  PathEnds base_, ends_;
  PathMarks fixed_;
  uint64_t at_ = 0, end_ = 0;            // combinations by number: each thread's choice is a digit
  std::vector<PathEnds> decisions_;      // per thread: where it made them
  std::vector<causal::PathMark> whole_;  // per thread: all of them
  std::unordered_set<uint64_t> seen_;    // prefixes that were told
};

// What its thread decides there, another answer can change.
bool is_decision(const causal::Pool& pool, causal::NodeId n);
// Of a run that ended there: does it have the prefix? And where the prefix ends on the thread's path; kNoNode if it takes no part.
bool has_prefix(const causal::Pool& pool, const PathEnds& ends, const PathMarks& marks);
causal::NodeId after_mark(const causal::Pool& pool, causal::NodeId end, const causal::PathMark& mark);
// Cuts off who waits for somebody who is cut off, or is created by him.
void cut_off(const causal::Pool& pool, PathMarks& marks);

void save_mark(Writer& out, const causal::PathMark& mark);
causal::PathMark load_mark(Reader& in);

}  // namespace heddle
