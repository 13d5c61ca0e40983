#include "remote/replay.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace heddle {
namespace {

constexpr auto kPatience = std::chrono::milliseconds(20);
// After the run is done the worker only has to flush what the program printed.
constexpr auto kFarewell = std::chrono::seconds(2);
// A replay that shows no progress for longer than the worker itself tolerates is ended from outside.
constexpr auto kHopeless = std::chrono::seconds(20);

bool over(WorkerState state) { return state == WorkerState::kDone || state == WorkerState::kRefused; }

}  // namespace

void prepare_replay(Channel& channel, const ReplayRequest& request) {
  channel.settings = request.settings;
  channel.settings.mode = WorkerMode::kReplay;
  channel.settings.detail = true;
  channel.settings.show_output = true;
  const auto length = static_cast<uint32_t>(std::min<size_t>(request.picks.size(), Channel::kMaxSteps));
  channel.schedule.length = length;
  channel.schedule.tail = Tail::kStay;
  channel.schedule.loop = request.loop;
  std::copy_n(request.picks.begin(), length, channel.schedule_picks);
  const auto places = static_cast<uint32_t>(std::min<size_t>(request.places.size(), Channel::kMaxPlaces));
  std::copy_n(request.places.begin(), places, channel.places);
  channel.place_count.store(places);
  put_threads(channel, request.threads);
}

std::vector<ThreadName> copy_threads(const Channel& channel) {
  return {channel.threads, channel.threads + std::min<uint32_t>(channel.thread_count.load(), kMaxThreads)};
}

void put_threads(Channel& channel, const std::vector<ThreadName>& threads) {
  const size_t count = std::min<size_t>(threads.size(), kMaxThreads);
  std::copy_n(threads.begin(), count, channel.threads);
  channel.thread_count.store(static_cast<uint32_t>(std::max<size_t>(count, 1)));
}

std::vector<std::string> thread_names(const std::vector<ThreadName>& threads) {
  std::vector<std::string> names{"main"};
  for (size_t t = 1; t < threads.size(); ++t)
    names.push_back((threads[t].parent < t ? names[threads[t].parent] : "?") + "." + std::to_string(threads[t].index));
  return names;
}

std::vector<LoadedModule> copy_modules(const Channel& channel) {
  std::vector<LoadedModule> modules;
  for (uint32_t i = 0; i < std::min<uint32_t>(channel.module_count.load(), Channel::kMaxModules); ++i) {
    const Module& m = channel.modules[i];
    modules.push_back({m.begin, m.end, m.bias, m.instrumented, m.path});
  }
  return modules;
}

RunRecord copy_run(const Channel& channel) {
  RunRecord run;
  const uint32_t events = std::min(channel.event_count.load(), Channel::kMaxEvents);
  run.events.assign(channel.event, channel.event + events);
  run.steps.assign(channel.steps, channel.steps + std::min(channel.step_count.load(), Channel::kMaxSteps));
  run.findings.assign(channel.findings, channel.findings + std::min<uint32_t>(channel.finding_count, 16));
  run.outcome = channel.result.outcome;
  run.reason = channel.result.reason;
  run.thread_names = thread_names(copy_threads(channel));
  run.modules = copy_modules(channel);
  const uint32_t frames = std::min(channel.frame_count.load(), Channel::kMaxFrames);
  if (frames > 0) {
    run.frames.assign(channel.frames, channel.frames + frames);
    run.frame_bases.assign(channel.frame_bases, channel.frame_bases + frames);
    run.frame_begin.assign(channel.frame_begin, channel.frame_begin + events + run.thread_names.size() + 1);
  }
  run.blocks.assign(channel.blocks, channel.blocks + std::min(channel.block_count, Channel::kMaxBlocks));
  run.throws.assign(channel.throws, channel.throws + std::min(channel.throw_count, Channel::kMaxThrows));
  run.pending.assign(channel.pending, channel.pending + run.thread_names.size());
  return run;
}

Result<ReplayResult> replay(const ReplayRequest& request) {
  auto created = WorkerProcess::create();
  if (!created) return created.error();
  WorkerProcess& worker = **created;
  Channel& channel = worker.channel();
  prepare_replay(channel, request);
  if (auto started = worker.start(request.program, Output::kKeep); !started) return started.error();

  using Clock = std::chrono::steady_clock;
  auto last_change = Clock::now();
  uint64_t last_events = 0;
  bool hopeless = false;
  while (!worker.ended() && !over(channel.state.load(std::memory_order_acquire))) {
    worker.wait(channel.state.load(), kPatience);
    const uint64_t events = channel.event_count.load() + channel.step_count.load();
    if (events != last_events) last_change = Clock::now(), last_events = events;
    if (Clock::now() - last_change > kHopeless) {
      hopeless = true;
      break;
    }
  }
  const WorkerState state = channel.state.load(std::memory_order_acquire);
  for (const auto until = Clock::now() + kFarewell; over(state) && !worker.ended() && Clock::now() < until;)
    worker.wait(state, kPatience);

  ReplayResult result;
  if (!over(state) && !hopeless) result.death = worker.ended();
  worker.kill();
  if (hopeless) result.refused = "the replay did not end";
  if (state == WorkerState::kRefused) result.refused = channel.result.reason;
  result.run = copy_run(channel);
  result.run.output = worker.output();
  result.run.output_cut = worker.output_cut();
  return result;
}

Status write_channel_file(const std::string& path, const ReplayRequest& request) {
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd < 0 || ftruncate(fd, sizeof(Channel)) != 0) {
    if (fd >= 0) close(fd);
    return Error{"cannot write " + path + ": " + std::strerror(errno), ""};
  }
  void* memory = mmap(nullptr, sizeof(Channel), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (memory == MAP_FAILED) return Error{"cannot map " + path + ": " + std::strerror(errno), ""};
  prepare_replay(*begin_channel(memory), request);
  munmap(memory, sizeof(Channel));
  return Ok{};
}

}  // namespace heddle
