// Foresight: bugs that one run lets us expect of another, asked for before anything else.
//
// Every local history is found in the end, and with it every null pointer that is followed and every use of freed memory.
// But the search may be long, and these are what people look for. So each run is looked at: a pointer was read from a place
// that was seen to hold null; an access came before the memory was freed by somebody else. Could it have been the other way
// round? A solver answers from the trace alone (causal/trace_solver.h), and what it says is run. Nothing depends on the
// answers: what is not found here is found later.
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "causal/pool.h"
#include "causal/trace_solver.h"
#include "explore/engine.h"

namespace heddle {

class Foresight {
 public:
  // A run was made, and the pool has learned it.
  void look(const Trace& trace, const causal::Pool& pool);

  bool has_questions() const { return !open_.empty(); }
  // Asks one question. True: `work` is the run to be made.
  bool ask(Work& work);

 private:
  struct Suspicion {
    FindingKind kind = FindingKind::kNullDereference;
    uint32_t event = 0;    // of the trace: the read, the access
    uint64_t place = 0;    // in the source: where it is read; where it is accessed and freed
    bool evident = false;  // what was read was followed in the same run
  };

  void note_nulls(const Trace& trace);
  void suspect_reads(const Trace& trace, const causal::Pool& pool);
  void suspect_accesses(const Trace& trace);
  void select();
  bool has_null(causal::ActId act) const;

  std::unordered_set<uint64_t> nulls_;            // addresses of 8 bytes that were 0 at some time
  std::unordered_map<uint64_t, uint32_t> asked_;  // place in the source -> questions about it
  std::vector<Suspicion> found_;                  // in the run that is being looked at
  causal::TraceModel model_;                      // of the run that the open questions are about
  struct Open {
    FindingKind kind;
    causal::Question question;
  };
  std::deque<Open> open_;
  uint32_t vain_ = 0;                            // questions since the last yes
  std::unique_ptr<causal::TraceSolver> solver_;  // made when first needed
};

}  // namespace heddle
