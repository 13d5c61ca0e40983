// Encoding: one question about a trace as constraints over the order of its acts.
//
// Each act has an integer, its place in the order. An act is included if it comes before the act that is asked about;
// of those that are not, nothing is demanded but that they keep their place in their lines. (The paper's maximal
// causality model, with its four kinds of constraints: must-happen-before, lock mutual exclusion, data validity, new state;
// objects that the paper does not have are in encode_objects.cpp.)
//
// Deliberately simple: no reduction to what matters, so that it can judge a solver which does that. Only where the question says so, or reads
// are free (causal/freedom.h), it goes as the published algorithm does from what is asked to the reads that it depends on, and from them to
// the writes that they may read from and what those depend on in turn: acts that this does not come to (causal/trace_cone.h) are not included.
#pragma once
#include <z3++.h>

#include <map>
#include <optional>
#include <vector>

#include "causal/trace_cone.h"
#include "causal/trace_solver.h"

namespace heddle::smt {

class Encoding {
 public:
  Encoding(z3::context& context, const causal::TraceModel& model, const causal::Question& question);

  // Not all that the trace has can be put into constraints.
  bool supported() const { return supported_; }
  const z3::expr_vector& constraints() const { return constraints_; }
  bool only_differences() const { return only_differences_; }
  causal::Effort effort() const { return effort_; }
  // What a solution says: the included acts in order, and whom each signal wakes.
  void read(const z3::model& solution, std::vector<causal::ActId>& order, std::vector<int>& woken) const;

 private:
  using ActId = causal::ActId;
  using Act = causal::Act;
  struct Section {     // from taking a lock to giving it back
    ActId take, give;  // give: kNoAct if it does not
    int thread;
    bool shared;
  };
  struct Wait {
    ActId wait, wake;  // wake: kNoAct if the thread was not seen to wake
    z3::expr woken_at;
    std::vector<std::pair<ActId, z3::expr>> by;  // signals and broadcasts
  };

  const Act& act(ActId a) const { return model_[a]; }
  bool is_out(ActId a) const { return cone_ && a != asked_ && a >= cone_->end(act(a).thread); }
  bool is_step(ActId a) const { return !is_automatic(act(a).op); }
  void demand(const z3::expr& e) { constraints_.push_back(e); }
  z3::expr yes() { return context_.bool_val(true); }
  z3::expr no() { return context_.bool_val(false); }
  z3::expr place(ActId a) const { return place_[a]; }
  z3::expr before(ActId a, ActId b);
  // Comes before the asked act; `with_asked`: or is it.
  z3::expr included(ActId a, bool with_asked = true);
  z3::expr any(const std::vector<z3::expr>& of);
  z3::expr all(const std::vector<z3::expr>& of);
  void keep_apart(const std::vector<ActId>& acts);
  z3::expr count_before(ActId a, const std::vector<ActId>& acts, const std::vector<int>& weights);
  std::vector<ActId> acts_on(causal::CellId c) const;

  void encode_order();
  void encode_sections_of_code();
  void encode_end_of_process();
  z3::expr reached(ActId automatic);
  z3::expr finished(int t);

  void encode_memory(causal::CellId c);
  z3::expr is_told(ActId e);
  z3::expr writes_its_value(ActId w);
  void encode_told();
  z3::expr reads(ActId e, uint64_t value);
  z3::expr reads_bits(ActId e, uint64_t bits, uint64_t word);
  z3::expr reads_sum(ActId e, uint64_t value);
  void encode_frees(ActId free);
  void encode_await(ActId await);

  void encode_lock(causal::CellId c);
  void collect_sections(causal::CellId c, std::vector<Section>& sections, std::vector<std::pair<ActId, char>>& tries);
  void encode_condition(causal::CellId c);
  void encode_semaphore(causal::CellId c);
  void encode_barrier(causal::CellId c);
  z3::expr round_complete(ActId arrival, ActId next);
  void encode_once(causal::CellId c);
  bool made_before_all(ActId write, causal::CellId object) const;

  const causal::TraceModel& model_;
  const causal::Question question_;
  const ActId asked_;
  z3::context& context_;
  z3::expr_vector constraints_;
  std::vector<z3::expr> place_;  // per act
  std::vector<Wait> waits_;
  std::map<ActId, z3::expr> round_;  // per arrival at a barrier
  // Reads that need not be told what they were told (causal/freedom.h), where somebody needs that they are: as a proposition each.
  std::map<ActId, z3::expr> told_;
  std::map<ActId, z3::expr> known_;  // likewise, that a write writes what it wrote
  std::optional<causal::TraceCone> cone_;
  std::vector<ActId> open_told_;  // of those, what is still to be said
  causal::Effort effort_;
  bool supported_ = true, only_differences_ = true;
};

}  // namespace heddle::smt
