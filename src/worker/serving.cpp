// WorkerMode::kServe and kReplay: runs of schedules that somebody else has chosen.
#include <linux/futex.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cstdio>

#include "runtime/real.h"
#include "worker/announce.h"
#include "worker/details.h"
#include "worker/modes.h"
#include "worker/shortening.h"

namespace heddle {
namespace {

Schedule requested_schedule(const Channel& channel) {
  Schedule s;
  const ScheduleRecord& r = channel.schedule;
  s.prefix.assign(channel.schedule_picks, channel.schedule_picks + r.length);
  s.tail = r.tail;
  s.seed = r.seed;
  s.asleep = r.asleep;
  s.discovery = r.discovery;
  s.follow = r.follow;
  s.loop = r.loop;
  s.asleep_events.assign(r.asleep_events, r.asleep_events + std::min<size_t>(r.sleepers, std::size(r.asleep_events)));
  s.change_points.assign(r.change_points, r.change_points + r.changes);
  s.lengths.assign(r.lengths, r.lengths + r.length_count);
  s.share.assign(r.share, r.share + r.shares);
  return s;
}

void publish_trace(Channel& channel, const Trace& trace) {
  channel.step_count.store(static_cast<uint32_t>(trace.steps.size()));
  channel.event_count.store(static_cast<uint32_t>(trace.events.size()));
  channel.touch_count.store(static_cast<uint32_t>(trace.touches.size()));
  channel.content_count = static_cast<uint32_t>(trace.contents.size());
  channel.followed_count = static_cast<uint32_t>(trace.followed.size());
  channel.term_count = static_cast<uint32_t>(trace.terms.size());
  channel.question_count = static_cast<uint32_t>(trace.questions.size());
  channel.finding_count = static_cast<uint32_t>(trace.findings.size());
  std::copy(trace.findings.begin(), trace.findings.end(), channel.findings);
  for (Event& e : channel.pending) e.op = Op::kEnd;
  for (const Event& e : trace.pending) channel.pending[e.thread] = e;
  channel.result.outcome = trace.outcome;
  channel.result.visibility_grew = trace.visibility_grew;
  channel.result.weak_orders = trace.weak_orders;
  set_reason(channel, trace.reason);
}

}  // namespace

void serve(Channel& channel, Executor& executor) {
  announce(channel, WorkerState::kServed);
  Linger linger;
  for (;;) {
    linger(channel.command, Command::kNone);
    Command command = channel.command.load(std::memory_order_acquire);
    while (command == Command::kNone) {
      rt::real.syscall(SYS_futex, &channel.command, FUTEX_WAIT, Command::kNone, nullptr, nullptr, 0);
      command = channel.command.load(std::memory_order_acquire);
    }
    if (command == Command::kQuit) finish(channel, WorkerState::kDone);
    channel.command.store(Command::kNone, std::memory_order_relaxed);
    if (command == Command::kShorten) {
      shorten(channel, executor);
    } else if (command == Command::kRun) {
      const Schedule schedule = requested_schedule(channel);
      publish_trace(channel, executor.run(schedule));
    } else {
      continue;
    }
    announce(channel, WorkerState::kServed);
  }
}

void replay(Channel& channel, Executor& executor) {
  const Schedule schedule = requested_schedule(channel);
  publish_trace(channel, executor.run(schedule));
  std::fflush(nullptr);
  if (channel.settings.detail) {
    publish_ends(channel);
    publish_blocks(channel);
  }
  finish(channel, WorkerState::kDone);
}

}  // namespace heddle
