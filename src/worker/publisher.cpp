#include "worker/publisher.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "runtime/real.h"

namespace heddle {
namespace {

uint64_t resident_bytes() {
  const int f = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (f < 0) return 0;
  char text[128] = {};
  const ssize_t n = read(f, text, sizeof text - 1);
  close(f);
  unsigned long size = 0, resident = 0;
  return n > 0 && std::sscanf(text, "%lu %lu", &size, &resident) == 2 ? resident * 4096 : 0;
}

// The steps of a run up to a race, which does not end it.
std::span<const Step> steps_until(const Finding& f, const Trace& trace) {
  size_t n = 0;
  while (n < trace.steps.size() && trace.steps[n].event < f.event) ++n;
  return trace.steps.first(n);
}

}  // namespace

bool Publisher::after_run(const Work& work, const Trace& trace, const Counts& counts, Engine& engine) {
  publish_counts(counts);
  if (!channel_.doubtful.load(std::memory_order_relaxed)) publish_doubt(work, trace);
  if (channel_.settings.coverage) channel_.covered.add(trace.events);
  for (const Finding& f : trace.findings) publish_finding(f, trace.steps, counts);
  for (const Finding& f : trace.races) publish_finding(f, steps_until(f, trace), counts, work.schedule.discovery);
  if (channel_.run.load(std::memory_order_relaxed) == channel_.dead_execution) state_.checkpoint(counts, engine);
  ++runs_;
  return obey(counts, engine, (runs_ & 15) == 0) && wait_for_allowance(counts, engine);
}

void Publisher::publish_counts(const Counts& counts) {
  channel_.executions.store(counts.executions, std::memory_order_relaxed);
  channel_.blocked.store(counts.blocked, std::memory_order_relaxed);
  channel_.events.store(counts.events, std::memory_order_relaxed);
  channel_.discovery.store(counts.discovery, std::memory_order_relaxed);
  channel_.weak.store(counts.weak, std::memory_order_relaxed);
  channel_.choices.store(counts.choices, std::memory_order_relaxed);
  channel_.solver_nanoseconds.store(counts.solver_nanoseconds, std::memory_order_relaxed);
  channel_.solver_reads.store(counts.solver_reads, std::memory_order_relaxed);
  channel_.solver_constraints.store(counts.solver_constraints, std::memory_order_relaxed);
  for (size_t i = 0; i < kForetold.size(); ++i) {
    channel_.foretold[i].store(counts.foretold[i], std::memory_order_relaxed);
    channel_.shown[i].store(counts.shown[i], std::memory_order_relaxed);
  }
}

bool Publisher::thinking(const Counts& counts, Engine& engine, uint64_t claim) {
  const uint64_t limit = channel_.settings.memory_limit;
  if (claim != 0 && limit != 0 && resident_bytes() + claim > limit) too_much_memory_ = true;
  return obey(counts, engine, true);
}

void Publisher::finished(const SearchResult& result, const Engine& engine) {
  publish_counts(result.counts);
  std::snprintf(channel_.author, sizeof channel_.author, "%s", engine.author().c_str());
  std::snprintf(channel_.fallback, sizeof channel_.fallback, "%s", engine.fallback().c_str());
  std::snprintf(channel_.remark, sizeof channel_.remark, "%s", engine.remark().c_str());
  std::snprintf(channel_.progress, sizeof channel_.progress, "%s", engine.progress().c_str());
  channel_.samples = !engine.exhaustive();
  // One that was told to stop has done it.
  if (channel_.settings.saves && result.stop != Stop::kNothingLeft && result.stop != Stop::kAsked)
    state_.checkpoint_at_end(result.counts, engine);
  if (!channel_.settings.certificate || !result.complete) return;
  const std::string lines = engine.certificate();
  const bool fits = lines.size() <= Channel::kMaxCertificate;
  if (fits) std::memcpy(channel_.certificate, lines.data(), lines.size());
  channel_.certificate_length = fits ? static_cast<uint32_t>(lines.size()) : UINT32_MAX;
}

// Does what the supervisor asks for. False: the search has to end.
bool Publisher::obey(const Counts& counts, Engine& engine, bool look) {
  const Command command = channel_.command.load(std::memory_order_acquire);
  if (command == Command::kStop || too_much_memory_) {
    state_.checkpoint_at_end(counts, engine);
    return false;
  }
  if (command == Command::kSplit) state_.give(counts, engine);
  if (command == Command::kSave) state_.save_whole(counts, engine);
  if (look) look_at_the_clock(counts, engine);
  return !too_much_memory_;
}

// False: the search has to end.
bool Publisher::wait_for_allowance(const Counts& counts, Engine& engine) {
  while (counts.executions >= channel_.allowance.load(std::memory_order_acquire) &&
         counts.executions < channel_.settings.max_executions) {
    const timespec moment{0, 100000};
    rt::real.nanosleep(&moment, nullptr);
    if (!obey(counts, engine, true)) return false;
  }
  return true;
}

void Publisher::publish_finding(const Finding& f, std::span<const Step> steps, const Counts& counts, bool tentative) {
  const uint32_t n = channel_.found_count.load(std::memory_order_relaxed);
  if (n == Channel::kMaxFound || known(f) || (f.kind == FindingKind::kRace && n >= Channel::kMaxFoundRaces)) return;
  if (channel_.found_picks_used + steps.size() > Channel::kMaxFoundPicks) return;
  FoundRecord& record = channel_.found[n];
  record.finding = f;
  record.execution = counts.executions;
  record.tentative = tentative;
  record.picks = channel_.found_picks_used;
  record.length = static_cast<uint32_t>(steps.size());
  record.places = channel_.replay_places.load(std::memory_order_relaxed);
  for (const Step& step : steps) channel_.found_picks[channel_.found_picks_used++] = step.pick;
  channel_.found_count.store(n + 1, std::memory_order_release);
}

void Publisher::publish_doubt(const Work& work, const Trace& trace) {
  const std::string doubt = doubt_about(work, trace);
  if (doubt.empty()) return;
  std::snprintf(channel_.doubt, sizeof channel_.doubt, "%s", doubt.c_str());
  channel_.doubtful.store(true, std::memory_order_release);
}

// The same kind at the same place was published already. Of races each is a new one.
bool Publisher::known(const Finding& f) const {
  if (f.kind == FindingKind::kRace) return false;
  const uint32_t n = channel_.found_count.load(std::memory_order_relaxed);
  for (uint32_t i = 0; i < n; ++i)
    if (channel_.found[i].finding.kind == f.kind && channel_.found[i].finding.position == f.position) return true;
  return false;
}

void Publisher::look_at_the_clock(const Counts& counts, Engine& engine) {
  timespec now;
  rt::real.clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  const uint64_t ms = static_cast<uint64_t>(now.tv_sec) * 1000 + static_cast<uint64_t>(now.tv_nsec) / 1000000;
  if (ms - last_ms_ < 100) return;
  last_ms_ = ms;
  if (runs_ != saved_) state_.checkpoint_in_time(counts, engine);
  saved_ = runs_;
  channel_.remaining.store(engine.remaining(), std::memory_order_relaxed);
  const std::string words = engine.progress();
  std::snprintf(channel_.progress, sizeof channel_.progress, "%s", words.c_str());
  const uint64_t resident = resident_bytes();
  channel_.resident.store(resident, std::memory_order_relaxed);
  if (channel_.settings.memory_limit != 0 && resident > channel_.settings.memory_limit) too_much_memory_ = true;
}

}  // namespace heddle
