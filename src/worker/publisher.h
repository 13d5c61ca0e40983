// Publisher: tells the supervisor, through the channel, what a search does (counters, findings, doubts, state), and does what it
// asks for.
#pragma once
#include <cstdint>
#include <span>

#include "explore/search.h"
#include "worker/state_keeper.h"

namespace heddle {

class Publisher final : public SearchListener {
 public:
  explicit Publisher(Channel& channel) : channel_(channel), state_(channel) {}

  bool after_run(const Work& work, const Trace& trace, const Counts& counts, Engine& engine) override;
  bool thinking(const Counts& counts, Engine& engine, uint64_t claim) override;
  void restarted(const Counts& counts) override {
    channel_.discovery.store(counts.discovery, std::memory_order_relaxed);
  }
  void finished(const SearchResult& result, const Engine& engine) override;
  bool too_much_memory() const { return too_much_memory_; }

 private:
  bool obey(const Counts& counts, Engine& engine, bool look);
  bool wait_for_allowance(const Counts& counts, Engine& engine);
  void publish_counts(const Counts& counts);
  void publish_finding(const Finding& f, std::span<const Step> steps, const Counts& counts, bool tentative = false);
  void publish_doubt(const Work& work, const Trace& trace);
  bool known(const Finding& f) const;
  void look_at_the_clock(const Counts& counts, Engine& engine);

  Channel& channel_;
  StateKeeper state_;
  uint64_t runs_ = 0, saved_ = 0;  // made; and when the state was last saved
  uint64_t last_ms_ = 0;
  bool too_much_memory_ = false;
};

}  // namespace heddle
