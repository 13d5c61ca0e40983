// Essential: which accesses of the program under test are scheduling points, when not everything is to be proved (--check). Made from
// the facts in the program's own files (src/facts), in its process, so that every worker and every replay comes to the same.
//
// Levels: 1, that loops end is taken for granted; 2, it is not; 3, everything is essential. A run that shows a loop which may not end
// because of accesses that were left out raises the level (runtime/lesser.h), and the search starts again. The level is kept among
// the places that are known to be shared, so that it survives the worker.
#pragma once
#include <cstdint>
#include <vector>

#include "trace/kind_set.h"

namespace heddle {

class Essential {
 public:
  explicit Essential(KindSet kinds) : kinds_(kinds) {}

  // Before the first run.
  void load();
  // A level that an earlier worker came to, as a place; false if it is another kind of place.
  bool restore(uint64_t place);
  // After a run: if it showed that more is essential, the place that says so, otherwise 0.
  uint64_t after_run();

 private:
  static constexpr uint64_t kLevelPlace = 4;  // a bit that no granule has, see rt::kLockPlace

  void give_table();

  KindSet kinds_;
  uint64_t level_ = 1;
  std::vector<uint64_t> table_;
};

}  // namespace heddle
