// A worker without a runtime: its search is the numbers [0, total), one number a run, and each run takes the steps
// 0, 1, number. The arguments say what goes wrong:
//
//   fake_worker TOTAL [word…]
//     find=N      run N ends with an assertion at position 77        lie         the replay of it ends well
//     signal=N    run N kills the process with SIGKILL               exit=N      run N leaves by _exit(5)
//     once=FILE   the words above hold only while FILE does not exist (it is then created): a death from outside
//     slow=US     a run takes so many microseconds                   deaf        commands are not read
//     grow=N      run N makes a new place known                      refuse      says it cannot be checked
//     crash       dies before it is ready                            print=TEXT  is printed by a replay
//     early       is killed before it is ready; with `once`, once
//     flood       a replay prints 2 MiB
//     eat=MIB     takes so much memory                               cut=N       run N is longer than the step limit
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include "worker/channel.h"

using namespace heddle;

namespace {

Channel* channel;
std::map<std::string, std::string> words;

bool has(const char* word) { return words.contains(word); }
uint64_t number(const char* word) { return has(word) ? std::strtoull(words[word].c_str(), nullptr, 10) : UINT64_MAX; }

void announce(WorkerState state) {
  channel->state.store(state);
  syscall(SYS_futex, &channel->state, FUTEX_WAKE, INT32_MAX, nullptr, nullptr, 0);
}

bool misbehaves() {
  if (!has("once")) return true;
  return open(words["once"].c_str(), O_CREAT | O_EXCL | O_WRONLY, 0600) >= 0;
}

struct Range {
  uint64_t next = 0, end = 0;
};

void checkpoint(const Range& left, const Counts& counts, uint32_t gift = 0) {
  const uint64_t sequence = channel->checkpoint.load() / 2 + 1;
  const int buffer = sequence & 1;
  std::memcpy(channel->checkpoint_bytes[buffer], &left, sizeof left);
  channel->checkpoint_length[buffer] = sizeof left;
  channel->checkpoint_counts[buffer] = counts;
  channel->checkpoint_places[buffer] = channel->run_places.load();
  channel->checkpoint_gift[buffer] = gift;
  channel->checkpoint.store(1 + 2 * sequence + static_cast<uint64_t>(buffer));
}

// The run with this number; true if it ends with a finding.
bool run(uint64_t n) {
  channel->run_places.store(channel->place_count.load());
  channel->replay_places.store(channel->place_count.load());
  channel->in_run.store(true);
  const uint16_t picks[] = {0, 1, static_cast<uint16_t>(n)};
  for (uint32_t i = 0; i < 3; ++i) {
    channel->steps[i] = Step{};
    channel->steps[i].pick = picks[i];
    channel->step_count.store(i + 1);
  }
  if (has("slow")) usleep(static_cast<useconds_t>(number("slow")));
  if (n == number("signal") && misbehaves()) raise(SIGKILL);
  if (n == number("exit") && misbehaves()) _exit(5);
  if (n == number("grow") && channel->place_count.load() < 2) {
    channel->places[channel->place_count.load()] = 0x1000 + 8 * channel->place_count.load();
    channel->place_count.fetch_add(1);
  }
  channel->in_run.store(false);
  return n == number("find");
}

Finding assertion() {
  Finding f;
  f.kind = FindingKind::kAssertion;
  f.position = 77;
  std::snprintf(f.message, sizeof f.message, "x == 1");
  return f;
}

void explore(uint64_t total) {
  Range left{0, total};
  if (channel->start_length == sizeof left) std::memcpy(&left, channel->start, sizeof left);
  Counts counts = channel->start_counts;
  channel->discovery.store(counts.discovery);
  const uint64_t grown_at_start = channel->place_count.load();
  for (bool stop = false; !stop && left.next < left.end;) {
    const uint64_t n = left.next++;
    const uint64_t r = channel->run.fetch_add(1) + 1;
    const bool found = r != channel->dead_execution && run(n);
    channel->executions.store(++counts.executions);
    if (found) {
      FoundRecord& record = channel->found[channel->found_count.load()];
      record.finding = assertion();
      record.execution = counts.executions;
      record.picks = channel->found_picks_used;
      record.length = 3;
      for (int i = 0; i < 3; ++i) channel->found_picks[channel->found_picks_used++] = channel->steps[i].pick;
      channel->found_count.fetch_add(1);
      if (!channel->settings.keep_going) channel->result.stop = Stop::kFinding, stop = true;
    }
    if (n == number("cut")) {
      std::snprintf(channel->doubt, sizeof channel->doubt, "a run was cut");
      channel->doubtful.store(true);
    }
    if (r == channel->dead_execution || n % 10 == 9) checkpoint(left, counts);
    if (has("deaf")) continue;
    if (channel->command.load() == Command::kStop) channel->result.stop = Stop::kAsked, stop = true;
    if (channel->command.load() == Command::kSplit) {
      channel->gift_length.store(0);
      if (left.end - left.next >= 2) {
        const Range gift{left.next + (left.end - left.next) / 2, left.end};
        left.end = gift.next;
        std::memcpy(channel->gift, &gift, sizeof gift);
        channel->gift_length.store(sizeof gift);
      }
      checkpoint(left, counts, channel->gift_length.load());
      channel->command.store(Command::kNone);
    }
    if (counts.executions >= channel->settings.max_executions) channel->result.stop = Stop::kMaxExecutions, stop = true;
  }
  if (channel->place_count.load() > grown_at_start) usleep(100000);  // let the supervisor notice
  if (channel->result.stop == Stop::kAsked) checkpoint(left, counts);
  channel->result.complete = channel->result.stop == Stop::kNothingLeft;
  if (!channel->result.complete) std::snprintf(channel->result.reason, sizeof channel->result.reason, "stopped");
}

void answer(uint64_t n) {
  channel->run.fetch_add(1);
  channel->finding_count = run(n) && !has("lie") ? 1 : 0;
  channel->findings[0] = assertion();
  channel->result.outcome = channel->finding_count ? Outcome::kFinding : Outcome::kComplete;
}

void serve() {
  announce(WorkerState::kServed);
  while (true) {
    if (channel->command.load() == Command::kNone) {
      syscall(SYS_futex, &channel->command, FUTEX_WAIT, 0, nullptr, nullptr, 0);
      continue;
    }
    const Command command = channel->command.exchange(Command::kNone);
    if (command == Command::kQuit) return;
    answer(channel->schedule_picks[2]);
    announce(WorkerState::kServed);
  }
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    const size_t equals = word.find('=');
    words[word.substr(0, equals)] = equals == std::string::npos ? "" : word.substr(equals + 1);
  }
  if (has("crash")) raise(SIGSEGV);
  if (has("early") && misbehaves()) raise(SIGKILL);
  const int fd = std::atoi(std::getenv("HEDDLE_CHANNEL"));
  channel = static_cast<Channel*>(mmap(nullptr, sizeof(Channel), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
  if (channel == MAP_FAILED) return 9;
  if (has("refuse")) {
    std::snprintf(channel->result.reason, sizeof channel->result.reason, "it cannot be checked");
    announce(WorkerState::kRefused);
    return 0;
  }
  if (has("eat")) {
    const size_t bytes = number("eat") << 20;
    volatile char* memory = static_cast<char*>(std::malloc(bytes));
    for (size_t i = 0; i < bytes; i += 4096) memory[i] = 1;
  }
  if (channel->settings.mode == WorkerMode::kServe) serve();
  announce(WorkerState::kRunning);
  if (channel->settings.mode == WorkerMode::kExplore) explore(std::strtoull(argv[1], nullptr, 10));
  if (channel->settings.mode == WorkerMode::kReplay) {
    if (has("print")) std::puts(words["print"].c_str());
    if (has("flood"))
      for (int i = 0; i < 2048; ++i) std::fputs(std::string(1024, 'x').c_str(), stdout);
    std::fflush(stdout);
    answer(channel->schedule_picks[2]);
  }
  announce(WorkerState::kDone);
  return 0;
}
