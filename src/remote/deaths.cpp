// The supervisor survives the deaths of workers: what was found by them, whose fault it was, and what is left to do.
#include "remote/supervisor.h"

#include <algorithm>

#include "remote/channel_reading.h"

namespace heddle {

void Supervisor::bury(Slot& slot, const Death& death) {
  if (slot.asked && slot.has_gift()) take_gift(slot);
  const Channel& channel = slot.worker->channel();
  const bool started = slot.used || channel.state.load() != WorkerState::kStarting;
  bool own_fault = false, ends_check = false;
  if (ending_.stopping()) {
    ending_.cut();
    return retire(slot, true);
  }
  if (!started) {
    Task again{slot.start, channel.dead_execution, {channel.dead_picks, channel.dead_picks + channel.dead_length}};
    slot.worker.reset();
    if (may_start_again(death, ++unborn_)) {
      work_.put_first(std::move(again));
      return;
    }
    ending_.refuse();
    stop(died_before_main(death));
    return;
  }
  Suspicion suspicion;
  if (channel.in_run.load()) {
    const uint32_t steps = std::min(channel.step_count.load(), Channel::kMaxSteps);
    for (uint32_t i = 0; i < steps; ++i) suspicion.picks.push_back(channel.steps[i].pick);
    suspicion.places = first_places(channel, channel.replay_places.load());
    suspicion.threads = copy_threads(channel);
    suspicion.modules = copy_modules(channel);
    suspicion.execution = channel.executions.load() + 1;
    suspicion.finding.follow = channel.follow;
    const auto answer = confirmer_.confirm_death(death, suspicion);
    own_fault = answer != Confirmer::Answer::kRefuted;
    ends_check = own_fault && answer != Confirmer::Answer::kSuppressed && confirmer_.ends_check(suspicion.finding);
  }
  if (own_fault && !death.by_signal)
    ending_.note_doubt("the program " + describe(death) + " in the middle of a run, past all controlled calls");
  // Of a run that ended so, only its picks are known, not what else could have been picked.
  if (own_fault) ending_.note_doubt("a run ended with its process; runs that begin as it did were not all made");
  listener_.note(
      "a worker process " + std::string(death.by_signal ? "was " : "") + describe(death) +
      (own_fault ? ", by what the program does" : ", not by what the program does; going on with a new one"));

  Task task = slot.resurrected();
  if (own_fault && runs(slot.start.counts) + channel.run.load() > runs(task.work.counts)) {
    task.dead_execution = runs(slot.start.counts) + channel.run.load() - runs(task.work.counts);
    task.dead_picks = suspicion.picks;
  }
  learn_places(channel);
  let_go(slot);
  work_.put_first(std::move(task));
  if (++deaths_ >= kMaxDeaths)
    stop(std::to_string(deaths_) + " worker processes died; the last one " + (death.by_signal ? "was " : "") +
         describe(death));
  else if (ends_check) stop_for_good("");
}

}  // namespace heddle
