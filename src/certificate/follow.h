// Follower: is what a run of the program did in the trees of a certificate? The checker (verify.h) confirms that nothing leads out of
// the trees; that the trees are those of a program is seen by running it. One run shows little, hundreds of random ones show that a
// certificate is of another program, or leaves out what it does.
//
// An event is in the tree if its thread stands at a node with the same operation on the same object, and what the thread was told
// leads on from there. Where values are followed it fills the same register, what it writes is the same term, and that is what was
// written; questions are the same terms, and the tree has the answers. Nothing here comes from src/causal, which made the trees.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "certificate/certificate.h"
#include "certificate/expression.h"
#include "trace/trace.h"

namespace heddle::certificate {

// Who created a thread, and its index among its creator's children.
struct Origin {
  ThreadId parent = 0;
  uint16_t index = 0;
};
// Of each thread. An error if the trees do not agree about it.
Result<std::vector<Origin>> origins(const Certificate& certificate);
// "main", "main.0", "main.0.1".
std::string name_of(const std::vector<Origin>& origins, ThreadId thread);

struct Missing {
  std::string what;       // the event, and what the certificate has in its place
  uint64_t position = 0;  // where in the program, see Event::position
};

class Follower {
 public:
  // The certificate is well formed, and outlives this.
  Follower(const Certificate& certificate, std::vector<Origin> origins)
      : certificate_(certificate), origins_(std::move(origins)), expressions_(certificate.terms) {}

  // The first event of the run that is not in the certificate; nothing if all are.
  std::optional<Missing> follow(const Trace& trace);

 private:
  struct Register {
    uint64_t value = 0;
    uint32_t width = 0;
    bool is_input = false;  // then it may be named as a longer one
    bool fits(uint32_t named) const { return is_input ? named >= width : named == width; }
  };
  bool ask(const Question& q);
  // Are the terms of the run, of this thread, those of the certificate?
  bool is_same(ThreadId t, TermId run, uint32_t term);
  bool is_same(ThreadId t, const Followed& followed, const Node& n);
  // With what the thread's registers hold now. Nothing if it is not defined.
  std::optional<uint64_t> evaluate(ThreadId t, uint32_t term);
  bool computes(const Event& e, const Node& n);
  bool slept(const Event& e, const Node& n);
  bool take(const Event& e);
  bool was_woken(const Event& e);
  bool structure(const Event& e, const Node& n);
  bool perform(const Event& e, const Node& n);
  bool expects(const Event& e);
  bool fits(const Event& e, const Node& n);
  bool tell(const Event& e, const Node& n, uint64_t answer);
  bool go_to(const Event& e, uint32_t next);
  bool refuse(const Event& e, const std::string& why);

  const Certificate& certificate_;
  const std::vector<Origin> origins_;
  std::vector<uint32_t> at_;       // per thread: its node; 0 if it does not exist
  std::vector<uint32_t> done_;     // per thread: events so far
  std::vector<uint64_t> results_;  // per thread: what it ended with
  Expressions expressions_;
  std::vector<std::vector<Register>> registers_;                // per thread: those that are filled
  const Trace* trace_ = nullptr;                                // being followed
  Followed followed_;                                           // at the event being taken
  std::map<std::pair<TermId, ThreadId>, uint32_t> same_terms_;  // of the run -> of the certificate, as far as compared
  std::optional<Missing> missing_;
};

}  // namespace heddle::certificate
