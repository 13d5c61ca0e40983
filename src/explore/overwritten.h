// Overwritten: writes that no read can tell from not having happened, because their own thread writes the same bytes again first.
//
// That can be said of a place that nobody reads while there are other threads: only the main thread does, when it is alone (or nobody
// ever). By then every other thread has ended, and of what it wrote there only the last write can be left. All its earlier ones make no
// difference, in whatever order with the writes of others. They are told by thread, place and number: the third write
// of thread 2 to x is followed by another in every run, until a run shows otherwise. The last ones are run in every order;
// if nobody reads the place at all, they make no difference either.
//
// A place is a row of bytes that is always accessed as a whole. One that is accessed in other pieces, updated in one step, freed, or
// where a lock lies, counts as read.
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "base/bytes.h"
#include "trace/trace.h"

namespace heddle {

enum class Fault : uint8_t;  // see path.h

class Overwritten {
 public:
  explicit Overwritten(Fault fault) : fault_(fault) {}
  // False: a write that was taken for one of these in earlier runs is not.
  bool learn(const Trace& trace);
  // Of the trace learned last.
  bool is_overwritten(size_t event) const { return overwritten_[event]; }

  void save(Writer& out) const;
  bool load(Reader& in);

 private:
  // Of one thread at one place: how many writes a run had at most, and which of them were the last of a run.
  struct Writes {
    uint32_t most = 0;
    std::set<uint32_t> last;
  };
  struct Place {
    uint64_t address = 0;
    uint32_t length = 0;     // 0: not written yet
    bool observed = false;   // while there are others, or in pieces
    bool read = false;       // by the main thread alone
    bool used = false;       // some write here was taken for overwritten in an earlier run,
    bool last_used = false;  // also a last one
    std::map<ThreadId, Writes> by;
  };
  void observe(const Event& e);
  void look_at(const Event& e, bool alone);

  Fault fault_;
  std::unordered_map<uint64_t, Place> places_;  // by granule of 8 bytes
  std::vector<bool> overwritten_;
};

}  // namespace heddle
