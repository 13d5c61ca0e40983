// The worker: what a program under test does instead of its main when it is being checked.
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/check.h"
#include "explore/search.h"
#include "runtime/body.h"
#include "runtime/failure.h"
#include "runtime/heap.h"
#include "runtime/layout.h"
#include "runtime/modules.h"
#include "runtime/real.h"
#include "runtime/schedule.h"
#include "runtime/signals.h"
#include "runtime/start.h"
#include "worker/channel.h"
#include "worker/inline_executor.h"
#include "worker/shortening.h"

namespace heddle {
namespace {

Channel* channel;

void announce(WorkerState state) {
  channel->state.store(state, std::memory_order_release);
  rt::real.syscall(SYS_futex, &channel->state, FUTEX_WAKE, INT32_MAX, nullptr, nullptr, 0);
}

[[noreturn]] void finish(WorkerState state) {
  announce(state);
  rt::real._exit(0);
  __builtin_unreachable();
}

uint64_t resident_bytes() {
  const int f = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (f < 0) return 0;
  char text[128] = {};
  const ssize_t n = read(f, text, sizeof text - 1);
  close(f);
  unsigned long size = 0, resident = 0;
  return n > 0 && std::sscanf(text, "%lu %lu", &size, &resident) == 2 ? resident * 4096 : 0;
}

void set_reason(const std::string& reason) {
  const size_t n = std::min(reason.size(), sizeof channel->result.reason - 1);
  std::memcpy(channel->result.reason, reason.data(), n);
  channel->result.reason[n] = 0;
}

// Publishes what happens: counters, findings, checkpoints, gifts of work.
class Publisher final : public SearchListener {
 public:
  bool after_run(const Work& work, const Trace& trace, const Counts& counts, Engine& engine) override {
    channel->executions.store(counts.executions, std::memory_order_relaxed);
    channel->blocked.store(counts.blocked, std::memory_order_relaxed);
    channel->events.store(counts.events, std::memory_order_relaxed);
    channel->discovery.store(counts.discovery, std::memory_order_relaxed);
    channel->weak.store(counts.weak, std::memory_order_relaxed);
    for (size_t i = 0; i < kForetold.size(); ++i) {
      channel->foretold[i].store(counts.foretold[i], std::memory_order_relaxed);
      channel->shown[i].store(counts.shown[i], std::memory_order_relaxed);
    }
    if (!channel->doubtful.load(std::memory_order_relaxed)) publish_doubt(work, trace);
    if (channel->settings.coverage) channel->covered.add(trace.events);
    for (const Finding& f : trace.findings) publish_finding(f, trace.steps, counts);
    for (const Finding& f : trace.races) publish_finding(f, steps_until(f, trace), counts, work.schedule.discovery);
    if (channel->run.load(std::memory_order_relaxed) == channel->dead_execution) checkpoint(counts, engine);
    ++runs_;
    return obey(counts, engine, (runs_ & 15) == 0) && wait_for_allowance(counts, engine);
  }

  bool thinking(const Counts& counts, Engine& engine, uint64_t claim) override {
    const uint64_t limit = channel->settings.memory_limit;
    if (claim != 0 && limit != 0 && resident_bytes() + claim > limit) too_much_memory_ = true;
    return obey(counts, engine, true);
  }

  void restarted(const Counts& counts) override { channel->discovery.store(counts.discovery, std::memory_order_relaxed); }
  void finished(const SearchResult& result, const Engine& engine) override {
    std::snprintf(channel->fallback, sizeof channel->fallback, "%s", engine.fallback().c_str());
    std::snprintf(channel->progress, sizeof channel->progress, "%s", engine.progress().c_str());
    channel->samples = !engine.exhaustive();
    if (!channel->settings.certificate || !result.complete) return;
    const std::string lines = engine.certificate();
    const bool fits = lines.size() <= Channel::kMaxCertificate;
    if (fits) std::memcpy(channel->certificate, lines.data(), lines.size());
    channel->certificate_length = fits ? static_cast<uint32_t>(lines.size()) : UINT32_MAX;
  }
  bool too_much_memory() const { return too_much_memory_; }

 private:
  // Does what the supervisor asks for. False: the search has to end.
  bool obey(const Counts& counts, Engine& engine, bool look) {
    const Command command = channel->command.load(std::memory_order_acquire);
    if (command == Command::kStop || too_much_memory_) {
      checkpoint(counts, engine);
      return false;
    }
    if (command == Command::kSplit) give(counts, engine);
    if (look) look_at_the_clock(counts, engine);
    return !too_much_memory_;
  }

  // False: the search has to end.
  bool wait_for_allowance(const Counts& counts, Engine& engine) {
    while (counts.executions >= channel->allowance.load(std::memory_order_acquire) &&
           counts.executions < channel->settings.max_executions) {
      const timespec moment{0, 100000};
      rt::real.nanosleep(&moment, nullptr);
      if (!obey(counts, engine, true)) return false;
    }
    return true;
  }

  // The steps of a run up to a race, which does not end it.
  static std::span<const Step> steps_until(const Finding& f, const Trace& trace) {
    size_t n = 0;
    while (n < trace.steps.size() && trace.steps[n].event < f.event) ++n;
    return trace.steps.first(n);
  }

  void publish_finding(const Finding& f, std::span<const Step> steps, const Counts& counts, bool tentative = false) {
    const uint32_t n = channel->found_count.load(std::memory_order_relaxed);
    if (n == Channel::kMaxFound || known(f) || (f.kind == FindingKind::kRace && n >= Channel::kMaxFoundRaces)) return;
    if (channel->found_picks_used + steps.size() > Channel::kMaxFoundPicks) return;
    FoundRecord& record = channel->found[n];
    record.finding = f;
    record.execution = counts.executions;
    record.tentative = tentative;
    record.picks = channel->found_picks_used;
    record.length = static_cast<uint32_t>(steps.size());
    record.places = channel->run_places.load(std::memory_order_relaxed);
    for (const Step& step : steps) channel->found_picks[channel->found_picks_used++] = step.pick;
    channel->found_count.store(n + 1, std::memory_order_release);
  }

  static void publish_doubt(const Work& work, const Trace& trace) {
    const std::string doubt = doubt_about(work, trace);
    if (doubt.empty()) return;
    std::snprintf(channel->doubt, sizeof channel->doubt, "%s", doubt.c_str());
    channel->doubtful.store(true, std::memory_order_release);
  }

  // The same kind at the same place was published already. Of races each is a new one.
  bool known(const Finding& f) const {
    if (f.kind == FindingKind::kRace) return false;
    const uint32_t n = channel->found_count.load(std::memory_order_relaxed);
    for (uint32_t i = 0; i < n; ++i)
      if (channel->found[i].finding.kind == f.kind && channel->found[i].finding.position == f.position) return true;
    return false;
  }

  void look_at_the_clock(const Counts& counts, Engine& engine) {
    timespec now;
    rt::real.clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    const uint64_t ms = static_cast<uint64_t>(now.tv_sec) * 1000 + static_cast<uint64_t>(now.tv_nsec) / 1000000;
    if (ms - last_ms_ < 100) return;
    last_ms_ = ms;
    if (runs_ != saved_) checkpoint(counts, engine);
    saved_ = runs_;
    channel->remaining.store(engine.remaining(), std::memory_order_relaxed);
    const std::string words = engine.progress();
    std::snprintf(channel->progress, sizeof channel->progress, "%s", words.c_str());
    const uint64_t resident = resident_bytes();
    channel->resident.store(resident, std::memory_order_relaxed);
    if (channel->settings.memory_limit != 0 && resident > channel->settings.memory_limit) too_much_memory_ = true;
  }

  void checkpoint(const Counts& counts, Engine& engine, uint32_t gift = 0) {
    writer_.clear();
    engine.save(writer_);
    const std::string& bytes = writer_.bytes();
    if (bytes.size() > Channel::kBlob) return;
    const uint64_t stamp = next_checkpoint(channel->checkpoint.load(std::memory_order_relaxed));
    const int buffer = (stamp - 1) & 1;
    std::memcpy(channel->checkpoint_bytes[buffer], bytes.data(), bytes.size());
    channel->checkpoint_length[buffer] = static_cast<uint32_t>(bytes.size());
    channel->checkpoint_counts[buffer] = counts;
    channel->checkpoint_places[buffer] = channel->run_places.load(std::memory_order_relaxed);
    channel->checkpoint_gift[buffer] = gift;
    channel->checkpoint.store(stamp, std::memory_order_release);
  }

  // What has been split off cannot be put back, so an engine whose state is too much for the channel gives nothing.
  void give(const Counts& counts, Engine& engine) {
    Writer gift;
    uint32_t length = 0;
    writer_.clear();
    engine.save(writer_);
    if (writer_.bytes().size() <= Channel::kBlob / 2 && engine.split(gift)) {
      CHECK(gift.bytes().size() <= Channel::kBlob);
      length = static_cast<uint32_t>(gift.bytes().size());
      std::memcpy(channel->gift, gift.bytes().data(), length);
    }
    channel->gift_length.store(length, std::memory_order_relaxed);
    checkpoint(counts, engine, length);
    channel->command.store(Command::kNone, std::memory_order_release);
    rt::real.syscall(SYS_futex, &channel->command, FUTEX_WAKE, INT32_MAX, nullptr, nullptr, 0);
  }

  Writer writer_;
  uint64_t runs_ = 0, saved_ = 0;  // made; and when the state was last saved
  uint64_t last_ms_ = 0;
  bool too_much_memory_ = false;
};

void explore_once(InlineExecutor& executor) {
  const WorkerSettings& s = channel->settings;
  const EngineFactory fresh = [&s] { return make_engine(s.engine, s.options); };
  std::unique_ptr<Engine> engine = fresh();
  if (engine == nullptr) rt::worker_refuse("unknown engine");
  if (channel->start_length > 0) {
    Reader in(std::string_view(channel->start, channel->start_length));
    if (!engine->load(in)) rt::worker_refuse("the saved state of the search cannot be read");
  }
  Publisher publisher;
  Limits limits;
  limits.max_executions = s.max_executions;
  limits.keep_going = s.keep_going;
  limits.stop_at_race = s.race == RaceMode::kStop;
  limits.discover = channel->start_length == 0;
  RaceWatch watched(executor);
  Executor& looked_at = s.race == RaceMode::kIgnore ? static_cast<Executor&>(executor) : watched;
  const SearchResult r = search(std::move(engine), fresh, looked_at, limits, publisher, channel->start_counts);
  channel->result.stop = r.stop;
  channel->result.complete = r.complete;
  set_reason(publisher.too_much_memory() ? "the memory limit was reached" : r.reason);
}

[[noreturn]] void explore(InlineExecutor& executor) {
  for (;;) {
    explore_once(executor);
    if (!channel->settings.stays) finish(WorkerState::kDone);
    announce(WorkerState::kIdle);
    for (Command command; (command = channel->command.load(std::memory_order_acquire)) != Command::kMore;) {
      if (command == Command::kStop) finish(WorkerState::kDone);
      rt::real.syscall(SYS_futex, &channel->command, FUTEX_WAIT, command, nullptr, nullptr, 0);
    }
    channel->command.store(Command::kNone, std::memory_order_relaxed);
    announce(WorkerState::kRunning);
  }
}

Schedule requested_schedule() {
  Schedule s;
  const ScheduleRecord& r = channel->schedule;
  s.prefix.assign(channel->schedule_picks, channel->schedule_picks + r.length);
  s.tail = r.tail;
  s.seed = r.seed;
  s.asleep = r.asleep;
  s.discovery = r.discovery;
  s.asleep_events.assign(r.asleep_events, r.asleep_events + std::min<size_t>(r.sleepers, std::size(r.asleep_events)));
  s.change_points.assign(r.change_points, r.change_points + r.changes);
  s.lengths.assign(r.lengths, r.lengths + r.length_count);
  s.share.assign(r.share, r.share + r.shares);
  return s;
}

void publish_trace(const Trace& trace) {
  channel->step_count.store(static_cast<uint32_t>(trace.steps.size()));
  channel->event_count.store(static_cast<uint32_t>(trace.events.size()));
  channel->touch_count.store(static_cast<uint32_t>(trace.touches.size()));
  channel->content_count = static_cast<uint32_t>(trace.contents.size());
  channel->finding_count = static_cast<uint32_t>(trace.findings.size());
  std::copy(trace.findings.begin(), trace.findings.end(), channel->findings);
  for (Event& e : channel->pending) e.op = Op::kEnd;
  for (const Event& e : trace.pending) channel->pending[e.thread] = e;
  channel->result.outcome = trace.outcome;
  channel->result.visibility_grew = trace.visibility_grew;
  channel->result.weak_orders = trace.weak_orders;
  set_reason(trace.reason);
}

// The stacks of the threads as the run ended come behind those of the events.
void publish_ends() {
  rt::State& g = rt::g;
  uint32_t entry = g.event_count;
  for (int t = 0; t < kMaxThreads; ++t, ++entry) {
    const bool known = t < g.live && g.thread[t].status != rt::Status::kUnused;
    g.frame_begin[entry] = g.frame_count;
    if (known) rt::append_stack(g.thread[t]);
    g.frame_begin[entry + 1] = g.frame_count;
    channel->pending[t] = known && g.thread[t].status == rt::Status::kAlive ? g.next[t] : Event{.op = Op::kEnd};
  }
  channel->frame_count.store(g.frame_count);
}

// Adds the block of the heap that `address` lies in, if it does.
void publish_block(uint64_t address) {
  rt::BlockInfo block;
  if (!rt::in_heap(address) || !rt::heap_find(address, &block) || address >= block.begin + std::max<uint64_t>(block.size, 1)) return;
  HeapBlock* end = channel->blocks + channel->block_count;
  HeapBlock* at = std::lower_bound(channel->blocks, end, block.begin, [](const HeapBlock& b, uint64_t a) { return b.begin < a; });
  if (channel->block_count == Channel::kMaxBlocks || (at != end && at->begin == block.begin)) return;
  std::copy_backward(at, end, end + 1);
  *at = {block.begin, block.size, block.where};
  ++channel->block_count;
}

void publish_blocks() {
  for (uint32_t i = 0; i < rt::g.event_count; ++i) {
    const Event& e = channel->event[i];
    if (is_thread_structure(e.op)) continue;
    for (uint64_t address : {e.object, e.second, e.read, e.written}) publish_block(address);
  }
  for (const Event& e : channel->pending) publish_block(e.object);
}

[[noreturn]] void serve(InlineExecutor& executor) {
  announce(WorkerState::kServed);
  Linger linger;
  for (;;) {
    linger(channel->command, Command::kNone);
    Command command = channel->command.load(std::memory_order_acquire);
    while (command == Command::kNone) {
      rt::real.syscall(SYS_futex, &channel->command, FUTEX_WAIT, Command::kNone, nullptr, nullptr, 0);
      command = channel->command.load(std::memory_order_acquire);
    }
    if (command == Command::kQuit) finish(WorkerState::kDone);
    channel->command.store(Command::kNone, std::memory_order_relaxed);
    if (command == Command::kShorten) {
      shorten(*channel, executor);
    } else if (command == Command::kRun) {
      const Schedule schedule = requested_schedule();
      publish_trace(executor.run(schedule));
    } else {
      continue;
    }
    announce(WorkerState::kServed);
  }
}

[[noreturn]] void replay(InlineExecutor& executor) {
  const Schedule schedule = requested_schedule();
  publish_trace(executor.run(schedule));
  std::fflush(nullptr);
  if (channel->settings.detail) {
    publish_ends();
    publish_blocks();
  }
  finish(WorkerState::kDone);
}

void publish_modules() {
  int n = 0;
  for (int i = 0; i < rt::module_count() && n < Channel::kMaxModules; ++i) {
    const rt::ModuleInfo& from = rt::module_at(i);
    Module& to = channel->modules[n++];
    to.begin = from.begin;
    to.end = from.end;
    to.bias = from.bias;
    to.instrumented = from.instrumented;
    std::snprintf(to.path, sizeof to.path, "%s", from.path);
  }
  channel->module_count.store(static_cast<uint32_t>(n));
}

void silence() {
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) return;
  dup2(null, 1);
  dup2(null, 2);
  if (null > 2) close(null);
}

int open_channel() {
  if (const char* number = std::getenv("HEDDLE_CHANNEL")) return std::atoi(number);
  return open(std::getenv("HEDDLE_CHANNEL_FILE"), O_RDWR | O_CLOEXEC);
}

}  // namespace

namespace rt {

void worker_start() {
  const int f = open_channel();
  void* p = f < 0 ? MAP_FAILED : mmap(nullptr, sizeof(Channel), PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  if (p == MAP_FAILED || static_cast<Channel*>(p)->magic != kChannelMagic) {
    std::fprintf(stderr, "heddle: this program was started for checking, but without a supervisor\n");
    real._exit(2);
  }
  close(f);
  unsetenv("HEDDLE_CHANNEL");
  unsetenv("HEDDLE_CHANNEL_FILE");
  unsetenv("LD_BIND_NOW");
  channel = static_cast<Channel*>(p);
  const auto begin = reinterpret_cast<uint64_t>(p);
  add_our_memory(begin, begin + sizeof(Channel));
  if (!channel->settings.show_output) silence();
  signals_start(channel->settings.run_seconds);
}

const char* worker_body() { return channel->settings.body; }

void worker_main() {
  InlineExecutor executor(*channel);
  publish_modules();
  g.mode = Mode::kEngine;
  if (channel->settings.mode != WorkerMode::kServe) announce(WorkerState::kRunning);
  switch (channel->settings.mode) {
    case WorkerMode::kExplore: explore(executor);
    case WorkerMode::kServe: serve(executor);
    case WorkerMode::kReplay: replay(executor);
  }
  __builtin_unreachable();
}

void worker_refuse(const char* why) {
  set_reason(why);
  finish(WorkerState::kRefused);
}

}  // namespace rt
}  // namespace heddle
