// The supervisor against a worker that is told how to misbehave (fake_worker).
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <thread>

#include "remote/check.h"
#include "remote/checkpoint_file.h"
#include "remote/interrupt.h"
#include "remote/remote_executor.h"
#include "remote/replay.h"

namespace heddle {
namespace {

class Recorder : public CheckListener {
 public:
  void found(const Found& f) override { findings.push_back(f); }
  void note(const std::string& text) override { notes.push_back(text); }
  std::vector<Found> findings;
  std::vector<std::string> notes;
};

// An atomic section has many events for one thread that sleeps.
TEST(RemoteExecutor, SleepersThatDoNotFitStayAwake) {
  auto record = std::make_unique<ScheduleRecord>();
  Schedule schedule;
  for (ThreadId t : {1, 2, 3}) schedule.asleep.set(t);
  const size_t room = std::size(record->asleep_events);
  for (size_t i = 0; i < room + 100; ++i) {
    Event e;
    e.thread = i == 0 ? 1 : i < room ? 2 : 3;
    schedule.asleep_events.push_back(e);
  }
  record->discovery = false;
  record->changes = 77;  // what lies behind the events
  put_sleepers(*record, schedule);
  EXPECT_EQ(record->sleepers, room);
  EXPECT_EQ(record->changes, 77u);
  EXPECT_FALSE(record->discovery);
  EXPECT_TRUE(record->asleep.test(1));
  EXPECT_TRUE(record->asleep.test(2));
  EXPECT_FALSE(record->asleep.test(3));

  schedule.asleep_events.resize(300);
  put_sleepers(*record, schedule);
  EXPECT_EQ(record->sleepers, 300u);
  EXPECT_TRUE(record->asleep.test(3));
}

CheckRequest request(std::vector<std::string> args) {
  CheckRequest r;
  r.program = {HEDDLE_FAKE_WORKER, std::move(args)};
  return r;
}

// A file that does not exist yet.
// A file that is not there yet, and not any more afterwards.
class FreshFile {
 public:
  FreshFile() : path_(std::filesystem::temp_directory_path() / ("heddle-test-once-" + std::to_string(getpid()))) {
    std::filesystem::remove(path_);
  }
  ~FreshFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_; }

 private:
  std::filesystem::path path_;
};

TEST(Supervisor, CountsACompleteSearch) {
  Recorder listener;
  const CheckResult result = check(request({"25"}), listener);
  EXPECT_TRUE(result.complete) << result.reason;
  EXPECT_EQ(result.counts.executions, 25u);
  EXPECT_TRUE(listener.findings.empty());
}

TEST(Supervisor, TinyCheckIsFast) {
  Recorder listener;
  const CheckResult result = check(request({"1"}), listener);
  EXPECT_TRUE(result.complete);
  EXPECT_LT(result.seconds, 0.2);
}

TEST(Supervisor, ReportsAFindingThatReplays) {
  Recorder listener;
  const CheckResult result = check(request({"25", "find=7", "print=hello"}), listener);
  EXPECT_EQ(result.findings, 1);
  EXPECT_FALSE(result.complete);
  ASSERT_EQ(listener.findings.size(), 1u);
  const Found& found = listener.findings[0];
  EXPECT_EQ(found.execution, 8u);
  EXPECT_EQ(found.picks, (std::vector<uint16_t>{0, 1, 7}));
  EXPECT_EQ(found.run.output, "hello\n");
}

TEST(Supervisor, KeepsGoingAfterAFinding) {
  Recorder listener;
  auto r = request({"25", "find=7"});
  r.settings.keep_going = true;
  const CheckResult result = check(r, listener);
  EXPECT_EQ(result.findings, 1);
  EXPECT_EQ(result.counts.executions, 25u);
  EXPECT_TRUE(result.complete);
}

TEST(Supervisor, DoesNotReportWhatDoesNotReplay) {
  Recorder listener;
  const CheckResult result = check(request({"25", "find=7", "lie"}), listener);
  EXPECT_EQ(result.findings, 0);
  EXPECT_FALSE(result.complete);
  EXPECT_NE(result.reason.find("replayed"), std::string::npos) << result.reason;
}

TEST(Supervisor, DeathByTheProgramIsACrash) {
  Recorder listener;
  auto r = request({"40", "signal=23"});
  r.settings.keep_going = true;
  const CheckResult result = check(r, listener);
  ASSERT_EQ(listener.findings.size(), 1u);
  EXPECT_EQ(listener.findings[0].finding.kind, FindingKind::kCrash);
  EXPECT_STREQ(listener.findings[0].finding.message, "the process was killed by signal 9 (Killed)");
  EXPECT_EQ(result.counts.executions, 40u);
  EXPECT_FALSE(result.complete);
}

TEST(Supervisor, DeathFromOutsideLosesNothing) {
  Recorder listener;
  FreshFile once;
  const CheckResult result = check(request({"40", "signal=23", "once=" + once.path()}), listener);
  EXPECT_TRUE(listener.findings.empty());
  EXPECT_TRUE(result.complete) << result.reason;
  EXPECT_EQ(result.counts.executions, 40u);
  EXPECT_EQ(listener.notes.size(), 1u);
}

// Its successor does not see that run again.
TEST(Supervisor, DeathDoesNotMakeARunWhole) {
  Recorder listener;
  FreshFile once;
  const CheckResult result = check(request({"40", "cut=3", "signal=23", "once=" + once.path()}), listener);
  EXPECT_EQ(result.counts.executions, 40u);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.reason, "a run was cut");
}

TEST(Supervisor, LeavingByExitIsNoFindingButNotVerified) {
  Recorder listener;
  auto r = request({"40", "exit=23"});
  r.settings.keep_going = true;
  const CheckResult result = check(r, listener);
  EXPECT_TRUE(listener.findings.empty());
  EXPECT_FALSE(result.complete);
  EXPECT_NE(result.reason.find("exit code 5"), std::string::npos) << result.reason;
  EXPECT_EQ(result.counts.executions, 40u);
}

TEST(Supervisor, TimeLimitStopsEvenADeafWorker) {
  Recorder listener;
  auto r = request({"1000000", "slow=2000", "deaf"});
  r.time_limit = std::chrono::milliseconds(100);
  const CheckResult result = check(r, listener);
  EXPECT_FALSE(result.complete);
  EXPECT_NE(result.reason.find("time limit"), std::string::npos) << result.reason;
  EXPECT_LT(result.seconds, 3);
  EXPECT_GT(result.counts.executions, 0u);
}

TEST(Supervisor, MemoryLimitStops) {
  Recorder listener;
  auto r = request({"1000000", "slow=1000", "eat=200"});
  r.settings.memory_limit = 100 << 20;
  const CheckResult result = check(r, listener);
  EXPECT_NE(result.reason.find("memory limit"), std::string::npos) << result.reason;
}

TEST(Supervisor, InterruptEndsCleanly) {
  Recorder listener;
  std::thread killer([] {
    usleep(100000);
    kill(getpid(), SIGINT);
  });
  const CheckResult result = check(request({"1000000", "slow=1000"}), listener);
  killer.join();
  EXPECT_EQ(result.reason, "interrupted");
  EXPECT_GT(result.counts.executions, 0u);
}

TEST(Supervisor, RefusalAndEarlyDeathAreSaid) {
  Recorder listener;
  const CheckResult refused = check(request({"5", "refuse"}), listener);
  EXPECT_TRUE(refused.refused);
  EXPECT_EQ(refused.reason, "it cannot be checked");
  const CheckResult crashed = check(request({"5", "crash"}), listener);
  EXPECT_TRUE(crashed.refused);
  EXPECT_NE(crashed.reason.find("signal 11"), std::string::npos) << crashed.reason;
  auto r = request({"5"});
  r.program.path = "/no/such/program";
  EXPECT_NE(check(r, listener).reason.find("cannot start"), std::string::npos);
}

TEST(Supervisor, KilledBeforeMainIsStartedAgain) {
  Recorder listener;
  FreshFile once;
  const CheckResult result = check(request({"40", "early", "once=" + once.path()}), listener);
  EXPECT_TRUE(result.complete) << result.reason;
  EXPECT_EQ(result.counts.executions, 40u);
  const CheckResult never = check(request({"40", "early"}), listener);
  EXPECT_TRUE(never.refused);
  EXPECT_NE(never.reason.find("signal 9"), std::string::npos) << never.reason;
}

TEST(Supervisor, SeveralWorkersShareTheWork) {
  Recorder listener;
  auto r = request({"1500", "slow=200"});
  r.jobs = 3;
  const CheckResult result = check(r, listener);
  EXPECT_TRUE(result.complete) << result.reason;
  EXPECT_EQ(result.counts.executions, 1500u);
}

TEST(Supervisor, SeveralWorkersSurviveADeath) {
  Recorder listener;
  FreshFile once;
  auto r = request({"1500", "slow=200", "signal=1400", "once=" + once.path()});
  r.jobs = 2;
  const CheckResult result = check(r, listener);
  EXPECT_TRUE(result.complete) << result.reason;
  EXPECT_EQ(result.counts.executions, 1500u);
}

TEST(Supervisor, GrowthRestartsAllWorkers) {
  Recorder listener;
  auto r = request({"1500", "slow=200", "grow=1400"});
  r.jobs = 2;
  const CheckResult result = check(r, listener);
  EXPECT_TRUE(result.complete) << result.reason;
  EXPECT_EQ(result.counts.executions, 1500u);
  EXPECT_GT(result.counts.discovery, 0u);
}

TEST(Supervisor, GoesOnFromWhatWasLeft) {
  Recorder listener;
  auto r = request({"400", "slow=1000"});
  r.time_limit = std::chrono::milliseconds(100);
  const CheckResult first = check(r, listener);
  ASSERT_FALSE(first.complete);
  const FreshFile file;
  const std::string path = file.path();
  ASSERT_TRUE(write_checkpoint(path, {"id", "dfs", "", {}, first.left}));
  const auto read = read_checkpoint(path);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->build_id, "id");
  r.time_limit = {};
  r.start = read->state;
  const CheckResult second = check(r, listener);
  EXPECT_TRUE(second.complete) << second.reason;
  EXPECT_EQ(second.counts.executions, 400u);
  std::filesystem::remove(path);
}

uint64_t runs_in(const SearchState& state) {
  uint64_t n = state.done.executions;
  for (const OpenWork& work : state.open) n += work.counts.executions;
  return n;
}

CheckRequest resumed(CheckRequest r, const SearchState& state) {
  const FreshFile file;
  EXPECT_TRUE(write_checkpoint(file.path(), {"id", "dfs", "", {}, state}));
  const auto read = read_checkpoint(file.path());
  EXPECT_TRUE(read);
  if (read) r.start = read->state;
  r.time_limit = {};
  return r;
}

// What was found before is told again: whoever resumes a search hears of all that it found.
TEST(Supervisor, FindingsOutliveACheckpoint) {
  for (const char* bug : {"find=3", "signal=3"}) {
    auto r = request({"400", "slow=1000", bug});
    r.settings.keep_going = true;
    r.time_limit = std::chrono::milliseconds(150);
    Recorder before, after, stops;
    const CheckResult first = check(r, before);
    ASSERT_FALSE(first.complete);
    ASSERT_EQ(before.findings.size(), 1u) << bug;
    const CheckResult second = check(resumed(r, first.left), after);
    EXPECT_EQ(second.counts.executions, 400u) << bug;
    EXPECT_EQ(second.findings, 1) << bug;
    ASSERT_EQ(after.findings.size(), 1u) << bug;
    EXPECT_EQ(after.findings[0].finding.kind, before.findings[0].finding.kind);
    EXPECT_EQ(after.findings[0].execution, before.findings[0].execution);
    EXPECT_EQ(second.complete, std::string(bug) == "find=3") << second.reason;  // what the crash cut off stays unknown
    r.settings.keep_going = false;
    const CheckResult third = check(resumed(r, first.left), stops);
    EXPECT_EQ(third.findings, 1) << bug;
    EXPECT_EQ(third.counts.executions, runs_in(first.left)) << "there is nothing more to look for";
  }
}

TEST(Supervisor, DoubtsOutliveACheckpoint) {
  Recorder listener;
  auto r = request({"400", "slow=1000", "cut=3"});
  r.time_limit = std::chrono::milliseconds(100);
  const CheckResult first = check(r, listener);
  ASSERT_FALSE(first.complete);
  const CheckResult second = check(resumed(r, first.left), listener);
  EXPECT_EQ(second.counts.executions, 400u);
  EXPECT_FALSE(second.complete);
  EXPECT_EQ(second.reason, "a run was cut");
}

// Every state that was handed out on the way leads to the same total, also with work being shared.
TEST(Supervisor, HandsOutItsOpenWork) {
  for (const int jobs : {1, 3}) {
    struct Keeper : Recorder {
      void open_work(const SearchState& state) override { states.push_back(state); }
      std::vector<SearchState> states;
    } keeper;
    auto r = request({"600", "slow=1000"});
    r.jobs = jobs;
    r.save_every = std::chrono::milliseconds(40);
    EXPECT_EQ(check(r, keeper).counts.executions, 600u);
    ASSERT_GT(keeper.states.size(), 2u);
    r.program.args = {"600"};
    for (const size_t at : {size_t{0}, keeper.states.size() / 2, keeper.states.size() - 1}) {
      r.start = keeper.states[at];
      Recorder listener;
      const CheckResult result = check(r, listener);
      EXPECT_TRUE(result.complete) << result.reason;
      EXPECT_EQ(result.counts.executions, 600u) << "with " << jobs << " workers, state " << at;
    }
  }
}

TEST(Checkpoint, DamageIsNoticed) {
  const FreshFile file;
  const std::string path = file.path();
  EXPECT_FALSE(read_checkpoint(path));
  std::FILE* f = std::fopen(path.c_str(), "w");
  std::fputs("not a checkpoint", f);
  std::fclose(f);
  EXPECT_FALSE(read_checkpoint(path));
  std::filesystem::remove(path);
}

// Every bit of a checkpoint counts, and so does its length.
TEST(Checkpoint, EveryFlippedBitIsNoticed) {
  SearchState state;
  state.open = {{"the state of an engine", {.executions = 7, .events = 99}, {{}, {0, 1}}}};
  state.places = {0x1000, 0x2000};
  state.found.resize(1);
  state.found[0].picks = {1, 2, 3};
  state.doubt = "a run was cut";
  const std::string bytes = checkpoint_bytes({"id", "mcr", "--leaks", {}, state});
  const auto read = parse_checkpoint("file", bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->state.open[0].engine, "the state of an engine");
  for (size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] ^= static_cast<char>(1 << bit % 8);
    EXPECT_FALSE(parse_checkpoint("file", damaged)) << "bit " << bit;
  }
  for (size_t length = 0; length < bytes.size(); ++length)
    EXPECT_FALSE(parse_checkpoint("file", bytes.substr(0, length))) << length;
  EXPECT_FALSE(parse_checkpoint("file", bytes + std::string(1, '\0')));
}

TEST(Supervisor, CountsWhatWasDoneBefore) {
  Recorder listener;
  auto r = request({"400"});
  r.settings.max_executions = 30;
  r.start.open = {{"", {.executions = 30, .events = 99, .discovery = 4}, {{}}}};
  r.time_limit = std::chrono::milliseconds(1);
  const CheckResult result = check(r, listener);
  EXPECT_GE(result.counts.executions, 30u);
  EXPECT_EQ(result.counts.discovery, 4u);
}

TEST(Interrupt, CountsHangUpsUnlessTheyAreIgnored) {
  {
    const Interrupt outer;
    raise(SIGHUP);
    const Interrupt inner;
    raise(SIGTERM);
    EXPECT_EQ(inner.count(), 2);
    EXPECT_EQ(outer.count(), 2);
  }
  signal(SIGHUP, SIG_IGN);
  {
    const Interrupt nohup;
    raise(SIGHUP);
    EXPECT_EQ(nohup.count(), 0);
  }
  signal(SIGHUP, SIG_DFL);
}

TEST(Replay, KeepsOneMebibyteOfOutput) {
  const auto result = replay({{HEDDLE_FAKE_WORKER, {"5", "flood"}}, {}, {0, 1, 2}, {}, {}});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->run.output.size(), WorkerProcess::kMaxOutput);
  EXPECT_TRUE(result->run.output_cut);
  EXPECT_EQ(result->run.outcome, Outcome::kComplete);
}

TEST(Replay, NamesThreadsByTheirCreators) {
  EXPECT_EQ(thread_names({{}, {0, 0}, {1, 4}, {0, 1}}),
            (std::vector<std::string>{"main", "main.0", "main.0.4", "main.1"}));
}

TEST(RemoteExecutor, RunsSchedulesAndSurvives) {
  RemoteExecutor executor({HEDDLE_FAKE_WORKER, {"5", "find=3", "signal=4"}}, {}, {}, {});
  ASSERT_TRUE(executor.connect());
  Schedule schedule;
  schedule.prefix = {0, 1, 2};
  EXPECT_EQ(executor.run(schedule).outcome, Outcome::kComplete);
  schedule.prefix = {0, 1, 3};
  const Trace& found = executor.run(schedule);
  ASSERT_EQ(found.findings.size(), 1u);
  EXPECT_EQ(found.steps.size(), 3u);
  schedule.prefix = {0, 1, 4};
  const Trace& dead = executor.run(schedule);
  ASSERT_EQ(dead.findings.size(), 1u);
  EXPECT_EQ(dead.findings[0].kind, FindingKind::kCrash);
  ASSERT_TRUE(executor.death());
  schedule.prefix = {0, 1, 2};
  EXPECT_EQ(executor.run(schedule).outcome, Outcome::kComplete);
  EXPECT_FALSE(executor.death());
}

TEST(RemoteExecutor, ADeathFromOutsideIsForgotten) {
  FreshFile once;
  RemoteExecutor executor({HEDDLE_FAKE_WORKER, {"5", "signal=4", "once=" + once.path()}}, {}, {}, {});
  ASSERT_TRUE(executor.connect());
  Schedule schedule;
  schedule.prefix = {0, 1, 4};
  EXPECT_EQ(executor.run(schedule).outcome, Outcome::kComplete);
}

}  // namespace
}  // namespace heddle
