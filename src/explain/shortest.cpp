#include "explain/shortest.h"

#include "explain/race_ends.h"

namespace heddle {

std::optional<ShortRun> shortest(Executor& executor, const std::vector<uint16_t>& picks, bool race,
                                 const SameFailure& same, Budget& budget) {
  if (!race) return shorten(executor, picks, same, budget);
  RaceEnds ends(executor, same);
  auto best = shorten(ends, picks, same, budget);
  // Fewer preemptions would do then, with more steps.
  if (best && bring_together(ends, *best, same, budget)) best->fewest_preemptions = false;
  return best;
}

}  // namespace heddle
