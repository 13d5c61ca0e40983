#include "worker/inline_executor.h"

#include "explore/engine.h"
#include "runtime/control.h"
#include "runtime/shadow.h"
#include "runtime/spin.h"
#include "runtime/threads.h"
#include "runtime/touches.h"
#include "runtime/unseen.h"
#include "worker/follow_log.h"

namespace heddle {
namespace {

Channel* shared_channel;

void publish_place(uint64_t granule) {
  const uint32_t n = shared_channel->place_count.load(std::memory_order_relaxed);
  if (n == Channel::kMaxPlaces) return;
  shared_channel->places[n] = granule;
  shared_channel->place_count.store(n + 1, std::memory_order_release);
}

void publish_name(ThreadId id, ThreadId parent, uint16_t index) {
  shared_channel->threads[id] = {parent, index};
  shared_channel->thread_count.store(id + 1u, std::memory_order_release);
}

void restore_place(uint64_t place) {
  if (place & rt::kLockPlace) rt::mark_contested(place & ~rt::kLockPlace);
  else rt::mark_shared(place);
}

}  // namespace

InlineExecutor::InlineExecutor(Channel& channel) : channel_(channel), essential_(channel.settings.kinds) {
  const WorkerSettings& s = channel.settings;
  rt::RunOptions options;
  options.max_steps = s.max_steps < Channel::kMaxSteps ? s.max_steps : Channel::kMaxSteps;
  options.memory_limit = s.memory_limit;
  options.leaks = s.leaks;
  options.exit_codes = s.exit_codes;
  options.spurious = s.spurious;
  options.detail = s.detail;
  options.flush = s.show_output;
  const EngineNeeds needs = s.mode == WorkerMode::kReplay ? EngineNeeds{} : needs_of(s.engine);
  options.touches = needs.touches;
  options.states = needs_of(s.engine).states;
  options.contents = needs.contents;
  options.whole_granules = needs.whole_granules;
  options.can_follow = needs.follow || s.follow != Follow::kNothing || logs_follow();
  options.follow_least = s.follow;
  options.follow_always = logs_follow_acquire();
  options.dependence = s.options.dependence;
  rt::prepare(options,
              {channel.event, Channel::kMaxEvents, channel.steps, reinterpret_cast<uint32_t*>(&channel.step_count),
               channel.frame_begin, channel.frames, channel.frame_bases, Channel::kMaxFrames, channel.contents,
               Channel::kMaxContents, channel.followed, channel.terms, Channel::kMaxTerms, channel.questions,
               Channel::kMaxQuestions});
  rt::touches_start(channel.touches, Channel::kMaxTouches);
  const uint32_t names = channel.thread_count.load();
  for (uint32_t t = 1; t < names; ++t) rt::thread_names_add(channel.threads[t].parent, channel.threads[t].index);
  const uint32_t places = channel.place_count.load();
  for (uint32_t i = 0; i < places; ++i)
    if (!essential_.restore(channel.places[i])) restore_place(channel.places[i]);
  shared_channel = &channel;
  rt::on_shared = publish_place;
  rt::on_thread_name = publish_name;
}

const Trace& InlineExecutor::run(const Schedule& schedule) {
  const uint64_t number = channel_.run.load(std::memory_order_relaxed) + 1;
  channel_.run_places.store(channel_.place_count.load(std::memory_order_relaxed), std::memory_order_relaxed);
  channel_.run.store(number, std::memory_order_relaxed);
  if (number == channel_.dead_execution) return dead_run();
  // Whoever begins anew, since more is shared or since values are to be followed otherwise, knows of none of them; and from a run
  // that diverged nothing may have been learned.
  const Follow follow = std::max(schedule.follow, rt::g.options.follow_least);
  if (trace_.visibility_grew || trace_.outcome == Outcome::kDiverged || follow != channel_.follow)
    rt::tell_touches_again();
  for (uint64_t place : schedule.share) rt::make_shared(place);
  channel_.replay_places.store(channel_.place_count.load(std::memory_order_relaxed), std::memory_order_relaxed);
  channel_.follow = follow;
  channel_.in_run.store(true, std::memory_order_relaxed);
  rt::run(schedule);
  channel_.in_run.store(false, std::memory_order_relaxed);
  if (const uint64_t place = essential_.after_run(); place != 0) publish_place(place);
  const rt::State& g = rt::g;
  trace_.events = {g.events, g.event_count};
  trace_.steps = {g.steps, g.step_count};
  trace_.contents = {g.contents, g.content_count};
  for (uint32_t i = 0; i < g.finding_count; ++i) rt::g.findings[i].follow = channel_.follow;
  trace_.findings = {g.findings, g.finding_count};
  trace_.followed = {}, trace_.terms = {}, trace_.questions = {};
  if (g.options.follow) {
    trace_.followed = {g.followed, g.event_count};
    trace_.terms = {g.terms, g.term_count};
    trace_.questions = {g.questions, g.question_count};
  }
  collect_pending();
  trace_.pending = pending_;
  trace_.outcome = g.outcome;
  trace_.states = {g.states, g.state_count};
  trace_.met = g.state_met;
  trace_.exact_states = !g.inexact_states;
  trace_.touches = rt::touches();
  trace_.visibility_grew = g.visibility_grew || !schedule.share.empty();
  trace_.weak_orders = g.weak_orders;
  trace_.unseen_code = rt::entered_unseen_code();
  trace_.reason = g.reason;
  if (logs_follow()) log_follow(trace_);
  return trace_;
}

// The thread that a finding ended at an event which it was picked for and has not performed; -1 if none.
int InlineExecutor::about_to_fail() const {
  const rt::State& g = rt::g;
  if (g.outcome != Outcome::kFinding || g.finding_count == 0) return -1;
  uint32_t step = g.step_count;
  while (step > 0 && g.steps[step - 1].kind == Step::kValue) --step;
  const int thread = g.findings[g.finding_count - 1].thread;
  return step > 0 && g.steps[step - 1].event == g.event_count && g.steps[step - 1].pick == thread ? thread : -1;
}

void InlineExecutor::collect_pending() {
  const rt::State& g = rt::g;
  pending_.clear();
  const int failing = about_to_fail();
  for (int t = 0; t < g.live; ++t) {
    const rt::Thread& thread = g.thread[t];
    if (thread.status != rt::Status::kAlive) continue;
    if (thread.has_next || t == failing) {
      pending_.push_back(g.next[t]);
    } else if (thread.wait == rt::Wait::kJoin) {
      Event join;
      join.op = Op::kJoin;
      join.thread = static_cast<ThreadId>(t);
      join.object = thread.join_target;
      pending_.push_back(join);
    }
  }
}

const Trace& InlineExecutor::dead_run() {
  for (uint32_t i = 0; i < channel_.dead_length; ++i) {
    Step& step = channel_.steps[i];
    step = Step{};
    step.pick = channel_.dead_picks[i];
    step.count = 1;
  }
  trace_ = Trace{};
  trace_.steps = {channel_.steps, channel_.dead_length};
  return trace_;
}

}  // namespace heddle
