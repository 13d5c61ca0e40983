// McrFacts: what the runs of a search by maximal causality have taught, and which search of the pool comes next. For one thread
// (mcr.cpp) and for several (mcr_team.h).
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/bytes.h"
#include "causal/reach.h"
#include "causal/stand_ins.h"
#include "explore/engine.h"
#include "explore/foresight.h"

namespace heddle {

// How a search begins to follow values.
inline Follow first_follow(const EngineOptions& options) {
  return options.asks == Asks::kQuestions ? Follow::kAll : Follow::kNothing;
}

class McrFacts {
 public:
  explicit McrFacts(const EngineOptions& options, Follow follow = Follow::kNothing)
      : follow(follow), closed_(kMaxThreads), predict_races_(options.predict_races) {
    memory.depth = options.first_depth;
    memory.merge_from = options.merge_from;
    memory.max_loop = options.max_loop;
    memory.watches_races = options.predict_races;
  }

  causal::Pool pool;
  causal::Memory memory;
  Foresight foresight;
  bool started = false;              // the first run was made
  Follow follow = Follow::kNothing;  // in the runs that taught it

  // If values cannot be followed like this any more since the model does not fit the program: how they can. Everything that was
  // learned is then of no use.
  std::optional<Follow> follow_less() const;
  // Of every run that is made: a race is shown once.
  void note_races(const Trace& trace);
  // Takes in a run. True if the pool grew; pool.problem() says whether the model still fits the program.
  bool learn(const Trace& trace);

  // What a search looks for: everything that `target` can be told, and whether it waits for ever; or, if there are cells,
  // whether it and `second` can come to accesses of them at the same time, or one after the other with nothing that orders them.
  struct Goal {
    ThreadId target = 0;
    bool blocking = false;
    ThreadId second = 0;
    std::vector<uint8_t> cells;
    causal::Races races = causal::Races::kSideBySide;
  };
  // The next search that is open. Nothing: the pool is closed.
  std::optional<Goal> choose();
  std::unique_ptr<causal::Reach> make(const Goal& goal, bool shared);
  // The search has come to its end.
  void close(const Goal& goal, std::shared_ptr<causal::Reach> reach);
  // Likewise, but since a formula says that nothing new can be reached (mcr_paths.h).
  void close_by_formula(const Goal& goal, std::shared_ptr<causal::Reach> reach, bool postponed);

  std::string certificate() const;
  // Questions about inputs that had no answer; empty if there are none.
  std::string doubt() const;
  std::string progress() const;
  void save(Writer& out) const;
  bool load(Reader& in);

 private:
  std::optional<Goal> choose_at_depth();
  std::optional<Goal> choose_thread(bool not_searched);
  std::optional<Goal> choose_races();
  std::optional<Goal> choose_unordered();
  bool is_made(const Goal& goal) const;
  bool deepen();
  const causal::Reach* find_covering(const causal::Relevance& wanted) const;

  std::vector<std::shared_ptr<causal::Reach>> closed_;  // per thread: its last search
  struct ClosedRaces {
    std::shared_ptr<causal::Reach> reach;
    std::vector<uint8_t> cells;
  };
  std::unordered_map<uint64_t, ClosedRaces> closed_races_;      // per pair of threads, likewise, and what it was about
  std::unordered_map<uint64_t, ClosedRaces> closed_unordered_;  // likewise; they cover nothing else
  causal::StandIns stand_ins_{pool};
  bool predict_races_;
};

// The state of the engine `mcr` as bytes is that of its facts, or, once the model of the program does not fit it, why not, and
// the state of the engine that does the work instead.
void put_instead(Writer& out, const std::string& why, const std::string& its_state);

}  // namespace heddle
