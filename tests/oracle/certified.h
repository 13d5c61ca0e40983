// Certificates of model programs: what `heddle check` would write, and what runs do in them.
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "certificate/verify.h"
#include "explore/search.h"
#include "model/program.h"

namespace heddle::oracle {

// A random program; if values are followed, one that computes much, with threads that do the same.
model::Program drawn(uint64_t seed, bool follows);
// The text that `heddle check` would write, whatever the verdict; empty if the engine has none. With `follows` reads fill registers.
std::string close(const model::Program& program, bool follows = false);
certificate::Certificate read(const std::string& text);
// What is left after a change: nodes that nothing leads to are gone, the others have new numbers.
certificate::Certificate pruned(const certificate::Certificate& c);

// Goes through runs of the program along the trees of its certificate.
class Walker : public SearchListener {
 public:
  explicit Walker(const certificate::Certificate& c) : certificate_(c) {}
  bool after_run(const Work&, const Trace& trace, const Counts&, Engine&) override { return go_through(trace); }
  // False if it left the trees.
  bool go_through(const Trace& trace);

  std::set<uint32_t> performed;                   // nodes that a run went through
  using Written = std::pair<uint32_t, uint32_t>;  // by this node, at this byte of it
  std::set<Written> was_read;                     // what is written and somebody looked at
  std::set<uint32_t> was_needed;                  // unlocks after which somebody else took the lock
  bool lost = false;                              // a run did what is not in the certificate

 private:
  const certificate::Certificate& certificate_;
};
void walk(const model::Program& program, Walker& walker, bool follows = false);

}  // namespace heddle::oracle
