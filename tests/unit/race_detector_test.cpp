// Races on hand-written traces: what model programs do not have (once, free, overlap, futexes), and looking only at
// what is new. Everything else is judged by tests/oracle.
#include "trace/race_detector.h"

#include <gtest/gtest.h>

#include "trace/run_races.h"

namespace heddle {
namespace {

Event event(ThreadId thread, Op op, uint64_t object = 0, uint32_t length = 0, uint8_t flags = kAtomic) {
  Event e;
  e.thread = thread;
  e.op = op;
  e.object = object;
  e.length = length;
  e.flags = static_cast<uint8_t>(flags | kScheduled);
  e.position = object * 100 + thread * 10 + static_cast<uint64_t>(op);
  return e;
}
Event write(ThreadId t, uint64_t object, uint32_t length = 4) { return event(t, Op::kWrite, object, length, 0); }
Event read(ThreadId t, uint64_t object, uint32_t length = 4) { return event(t, Op::kRead, object, length, 0); }

const std::vector<Event> kTwoThreads = {event(0, Op::kBegin), event(0, Op::kCreate, 1), event(0, Op::kCreate, 2),
                                        event(1, Op::kBegin), event(2, Op::kBegin)};

size_t races(std::vector<Event> rest) {
  std::vector<Event> events = kTwoThreads;
  events.insert(events.end(), rest.begin(), rest.end());
  RaceDetector detector;
  return detector.look(events).size();
}

TEST(RaceDetector, OverlapIsByBytes) {
  EXPECT_EQ(races({write(1, 100, 8), read(2, 104, 4)}), 1u);
  EXPECT_EQ(races({write(1, 100, 4), read(2, 104, 4)}), 0u);
  EXPECT_EQ(races({write(1, 102, 8), read(2, 109, 1)}), 1u);  // across two granules, each pair once
  EXPECT_EQ(races({write(1, 96, 64), read(2, 100, 40)}), 1u);
  EXPECT_EQ(races({read(1, 100), read(2, 100)}), 0u);
}

TEST(RaceDetector, AtomicAccessesDoNotRaceWithEachOther) {
  EXPECT_EQ(races({event(1, Op::kWrite, 100, 4), event(2, Op::kRead, 100, 4)}), 0u);
  EXPECT_EQ(races({event(1, Op::kWrite, 100, 4), read(2, 100)}), 1u);
  EXPECT_EQ(races({event(1, Op::kRmw, 100, 4, kAtomic | kFailed), read(2, 100)}), 0u);
}

TEST(RaceDetector, OnceOrders) {
  EXPECT_EQ(races({event(1, Op::kOnceEnter, 8), write(1, 100), event(1, Op::kOnceLeave, 8), event(2, Op::kOnceEnter, 8),
                   read(2, 100)}),
            0u);
  EXPECT_EQ(races({event(1, Op::kOnceEnter, 8), event(1, Op::kOnceLeave, 8), write(1, 100), event(2, Op::kOnceEnter, 8),
                   read(2, 100)}),
            1u);
}

TEST(RaceDetector, AGuardIsAcquiredByALoad) {
  Event look = event(2, Op::kRead, 8, 1);
  look.order = 2;
  EXPECT_EQ(races({event(1, Op::kOnceEnter, 8), write(1, 100), event(1, Op::kOnceLeave, 8), look, read(2, 100)}), 0u);
}

TEST(RaceDetector, FutexesOrderNothing) {
  EXPECT_EQ(races({event(2, Op::kFutexWait, 8, 4), write(1, 100), event(1, Op::kFutexWake, 8, 4), read(2, 100)}), 1u);
}

TEST(RaceDetector, FreedMemoryIsForgotten) {
  EXPECT_EQ(races({write(1, 96), event(2, Op::kFree, 96, 16, 0)}), 1u);
  EXPECT_EQ(races({event(1, Op::kLock, 8), write(1, 96), event(1, Op::kUnlock, 8), event(2, Op::kLock, 8),
                   event(2, Op::kFree, 96, 16, 0), event(2, Op::kUnlock, 8), write(1, 96)}),
            0u);
}

TEST(RaceDetector, RecursiveLocksStayHeld) {
  EXPECT_EQ(races({event(1, Op::kLock, 8), event(1, Op::kLock, 8), event(1, Op::kUnlock, 8), write(1, 100),
                   event(1, Op::kUnlock, 8), event(2, Op::kLock, 8), read(2, 100)}),
            0u);
}

TEST(RaceDetector, ManyThreadsAndPlaces) {
  std::vector<Event> events = {event(0, Op::kBegin)};
  for (int t = 1; t < 100; ++t) events.push_back(event(0, Op::kCreate, static_cast<uint64_t>(t)));
  for (int t = 1; t < 100; ++t)
    for (uint64_t place = 0; place < 50; ++place)
      events.push_back(write(static_cast<ThreadId>(t), 1000 * static_cast<uint64_t>(t) + 8 * place));
  RaceDetector detector;
  EXPECT_TRUE(detector.look(events).empty());
  events.push_back(read(3, 99000));
  EXPECT_EQ(detector.look(events).size(), 1u);
}

// A run that begins like the one before is looked at from there on; the answer must be that of a fresh look.
TEST(RaceDetector, LooksOnlyAtWhatIsNew) {
  const std::vector<Event> first = {write(1, 100), event(1, Op::kLock, 8), event(1, Op::kUnlock, 8), read(2, 200)};
  const std::vector<Event> second = {write(1, 100), event(1, Op::kLock, 8),
                                     event(2, Op::kTryLock, 8, 0, kAtomic | kFailed), read(2, 100)};
  RaceDetector detector;
  const auto look = [&](const std::vector<Event>& rest, size_t prefix) {
    std::vector<Event> events = kTwoThreads;
    events.insert(events.end(), rest.begin(), rest.end());
    std::vector<Step> steps;
    Schedule schedule;
    for (size_t i = kTwoThreads.size(); i < events.size(); ++i) {
      steps.push_back({Step::kThread, 0, events[i].thread, 2, static_cast<uint32_t>(i), {}});
      if (schedule.prefix.size() < prefix) schedule.prefix.push_back(events[i].thread);
    }
    Trace trace;
    trace.events = events;
    trace.steps = steps;
    return detector.look(schedule, trace).size();
  };
  EXPECT_EQ(look(first, 0), 0u);
  EXPECT_EQ(look(second, 3), 1u);
  EXPECT_EQ(look(second, 3), 0u) << "the same pair once only";
  EXPECT_EQ(look({write(1, 100), event(1, Op::kLock, 8), event(1, Op::kUnlock, 8), write(2, 100)}, 3), 1u);
}

// What such a run shows is no finding, so a later run must be able to show the same pair, also behind the same beginning.
TEST(RaceDetector, RunsWithUnseenCodeShowNothingAndHideNothing) {
  std::vector<Event> events = kTwoThreads;
  events.push_back(write(1, 100));
  events.push_back(read(2, 100));
  std::vector<Step> steps;
  Schedule schedule;
  for (size_t i = kTwoThreads.size(); i < events.size(); ++i) {
    steps.push_back({Step::kThread, 0, events[i].thread, 2, static_cast<uint32_t>(i), {}});
    schedule.prefix.push_back(events[i].thread);
  }
  Trace trace;
  trace.events = events;
  trace.steps = steps;
  RaceDetector detector;
  trace.unseen_code = true;
  EXPECT_EQ(detector.look(schedule, trace).size(), 0u);
  trace.unseen_code = false;
  EXPECT_EQ(detector.look(schedule, trace).size(), 1u);
}

TEST(RunRaces, ACutRunKeepsTheStacksOfItsThreads) {
  RunRecord run;
  run.events = kTwoThreads;
  run.thread_names = {"main", "main.0"};
  run.steps = {{Step::kThread, 0, 0, 1, 1, {}}, {Step::kThread, 0, 1, 1, 3, {}}};
  for (uint32_t i = 0; i < 7; ++i) {  // five events, two threads: one frame each
    run.frame_begin.push_back(i);
    run.frames.push_back(100 + i);
  }
  run.frame_begin.push_back(7);
  cut_run(run, 2);
  EXPECT_EQ(run.events.size(), 2u);
  EXPECT_EQ(run.steps.size(), 1u);
  ASSERT_EQ(run.event_stack(1).size(), 1u);
  EXPECT_EQ(run.event_stack(1)[0], 101u);
  ASSERT_EQ(run.final_stack(1).size(), 1u);
  EXPECT_EQ(run.final_stack(0)[0], 105u);
  EXPECT_EQ(run.final_stack(1)[0], 106u);
}

}  // namespace
}  // namespace heddle
