// StateKeeper: puts the state of the engine into the channel, where it outlives this process. Now and then, so that little is lost
// if the process dies; when part of the work is given away; and when the search stops before its end.
//
// The two buffers for checkpoints are small: they are written ten times a second. A state that has outgrown them (mcr's pool) is
// written into Channel::whole_state, when the supervisor asks for it and when the search stops.
#pragma once
#include "base/bytes.h"
#include "explore/engine.h"
#include "worker/channel.h"

namespace heddle {

class StateKeeper {
 public:
  explicit StateKeeper(Channel& channel) : channel_(channel) {}

  void checkpoint(const Counts& counts, const Engine& engine);
  // Likewise, as is done ten times a second.
  void checkpoint_in_time(const Counts& counts, const Engine& engine);
  // The last one of this search.
  void checkpoint_at_end(const Counts& counts, const Engine& engine);
  // Answers kSave.
  void save_whole(const Counts& counts, const Engine& engine);
  // Answers kSplit.
  void give(const Counts& counts, Engine& engine);

 private:
  bool write_checkpoint(const Counts& counts, const Engine& engine, uint32_t gift);
  void write_whole(const Counts& counts);
  void answer(Command command);

  Channel& channel_;
  Writer writer_;
  int to_skip_ = 0, skipped_ = 0;  // checkpoints, since the last had no room
};

}  // namespace heddle
