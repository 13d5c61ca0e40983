// The worker: what a program under test does instead of its main when it is being checked. Here it finds its channel and what it is
// asked to do.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "runtime/body.h"
#include "runtime/failure.h"
#include "runtime/fixed.h"
#include "runtime/input_sources.h"
#include "runtime/layout.h"
#include "runtime/real.h"
#include "runtime/schedule.h"
#include "runtime/signals.h"
#include "runtime/start.h"
#include "worker/announce.h"
#include "worker/details.h"
#include "worker/inline_executor.h"
#include "worker/modes.h"

namespace heddle {
namespace {

Channel* channel;

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
  // Nothing else is the program's business, and the numbers that it gets for its own files are the same everywhere.
  close_range(3, ~0u, 0);
  unsetenv("HEDDLE_CHANNEL");
  unsetenv("HEDDLE_CHANNEL_FILE");
  unsetenv("LD_BIND_NOW");
  channel = static_cast<Channel*>(p);
  fixed_used = &channel->fixed_inputs;
  const auto begin = reinterpret_cast<uint64_t>(p);
  add_our_memory(begin, begin + sizeof(Channel));
  if (!channel->settings.show_output) silence();
  signals_start(channel->settings.run_seconds);
  input_sources_start(channel->settings.sources);
}

const char* worker_body() { return channel->settings.body; }

void worker_main() {
  InlineExecutor executor(*channel);
  publish_modules(*channel);
  g.mode = Mode::kEngine;
  executor.load();
  if (channel->settings.mode != WorkerMode::kServe) announce(*channel, WorkerState::kRunning);
  switch (channel->settings.mode) {
    case WorkerMode::kExplore: explore(*channel, executor);
    case WorkerMode::kServe: serve(*channel, executor);
    case WorkerMode::kReplay: replay(*channel, executor);
  }
  __builtin_unreachable();
}

void worker_refuse(const char* why) {
  set_reason(*channel, why);
  finish(*channel, WorkerState::kRefused);
}

}  // namespace rt
}  // namespace heddle
