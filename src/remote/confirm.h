// Confirmer: every finding is replayed in a process of its own before anybody hears of it. What does not fail
// again in the same way is not reported as a bug of the program: it is a problem of ours, and is said.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "remote/check.h"
#include "remote/replay.h"
#include "remote/suspicion.h"

namespace heddle {

class Confirmer {
 public:
  enum class Answer {
    kConfirmed,   // new, and handed to the listener
    kSuppressed,  // new and confirmed, but the listener does not count it
    kKnown,       // the same kind at the same place was confirmed before
    kRefuted,     // the replay does not fail so; `problem` says more
  };

  // `meanwhile` is called now and then while more is found out about a finding that is confirmed.
  Confirmer(
      const CheckRequest& request, CheckListener& listener, std::function<void()> meanwhile = [] {})
      : request_(request), listener_(listener), meanwhile_(std::move(meanwhile)) {}

  Answer confirm(const Suspicion& suspicion);

  // A worker died in a run. Confirmed if the replay dies in the same way; then a death by signal is a finding
  // of kind crash, and an exit is only a reason why nothing can be said about what would have come after.
  Answer confirm_death(const Death& death, Suspicion suspicion);

  // What the search that is continued had found is shown again, unless this check has told of it already. True if it is
  // enough to end the check.
  bool recall();
  // A finding like this one is all that the check was asked for.
  bool ends_check(const Finding& finding) const;

  int confirmed() const { return confirmed_; }
  // A finding was confirmed that is all that was asked for.
  bool enough() const { return enough_; }
  int wanted() const { return wanted_; }  // of them, those of the kinds that are to be proved absent
  // Everything that was confirmed, what is suppressed included, for whoever continues the search.
  const std::vector<Suspicion>& shown() const { return shown_; }
  // What went wrong with a finding that could not be confirmed; empty if nothing did.
  const std::string& problem() const { return problem_; }
  // Why the search cannot be complete: that, or else what others say.
  const std::string& doubt(const std::string& others) const { return problem_.empty() ? others : problem_; }

 private:
  using Place = std::pair<std::string, uint64_t>;     // object file, address in it
  using Key = std::tuple<FindingKind, Place, Place>;  // kind, where; of a race and a use after free both places

  static Key key_of(const Finding& finding, const std::vector<LoadedModule>& modules);
  bool is_new(const Finding& finding, const std::vector<LoadedModule>& modules);
  bool too_many_races(const Finding& finding);
  std::optional<Answer> confirm_race(const Suspicion& suspicion, RunRecord& run);
  Result<ReplayResult> replay_of(const Suspicion& suspicion) const;
  // `repeatable`: other runs can be asked whether they fail so too, which a death makes hard.
  Answer report(const Suspicion& suspicion, RunRecord run, bool repeatable);

  const CheckRequest& request_;
  CheckListener& listener_;
  const std::function<void()> meanwhile_;
  std::set<Key> known_;
  std::vector<Suspicion> shown_;
  int confirmed_ = 0, wanted_ = 0;
  bool enough_ = false;
  int races_ = 0;           // of them
  bool races_cut_ = false;  // there were more
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::string problem_;
};

// The result of a check that was over when it was to be continued: see Confirmer::recall.
CheckResult over_already(const CheckRequest& request, const Confirmer& confirmer);

}  // namespace heddle
