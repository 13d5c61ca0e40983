// Channel: the shared memory between a supervisor (the command line) and one worker (the process of the
// program under test). The only thing the two share; no pipe, so a program that closes every descriptor
// harms nothing, and what a dying worker leaves in it stays readable.
//
// The supervisor creates a memfd, fills in the settings and starts the worker with the descriptor's number in
// the environment variable HEDDLE_CHANNEL; the worker maps it and closes the descriptor.
//
// Who writes what is said at each group of fields. Counters and flags are lock-free atomics; `command` and
// `state` are also futexes (FUTEX_WAIT/WAKE without FUTEX_PRIVATE_FLAG).
#pragma once
#include <array>
#include <atomic>
#include <cstdint>

#include "base/hash.h"
#include "explore/engine.h"
#include "explore/race_watch.h"
#include "explore/search.h"
#include "trace/coverage.h"
#include "trace/event.h"
#include "trace/finding.h"
#include "trace/kind_set.h"
#include "trace/run_record.h"
#include "trace/trace.h"

namespace heddle {

enum class WorkerMode : uint32_t {
  kExplore,  // run an engine here, inline, until done
  kServe,    // wait for commands kRun and kShorten (RemoteExecutor)
  kReplay,   // one run of `schedule`, with details, then exit
};

enum class WorkerState : uint32_t {
  kStarting,  // until main would have been entered
  kRunning,
  kServed,   // kServe: the answer to the last command is here
  kDone,     // `result` is filled in; the worker exits
  kIdle,     // kExplore: `result` is filled in; the worker waits for kMore or kStop (settings.stays)
  kRefused,  // the program cannot be checked; `result.reason` says why
};

enum class Command : uint32_t {
  kNone,
  kStop,     // end the search now (Ctrl-C, time limit)
  kSplit,    // kExplore: give part of the work away into `gift`; the worker resets the command when done
  kSave,     // kExplore: write the state of the engine into `whole_state`; the worker resets the command when done
  kMore,     // kExplore: there is new work in `start`; the worker resets the command when it begins
  kRun,      // kServe: run `schedule`
  kShorten,  // kServe: look for the shortest run that fails as `schedule` does, see ShortenRecord
  kQuit,     // kServe: exit
};

struct WorkerSettings {
  WorkerMode mode = WorkerMode::kExplore;
  char body[512] = "";      // what to explore: the call of heddle::check of this name; "" for main
  char sources[1024] = "";  // of inputs (--input), one a line; see runtime/input_sources.h
  char engine[32] = "dfs";
  EngineOptions options;
  uint64_t max_executions = UINT64_MAX;
  uint64_t memory_limit = 0;    // bytes of resident memory, 0 for none
  uint32_t max_steps = 100000;  // scheduled events in one run
  uint32_t run_seconds = 10;    // a run that performs no event for so long never ends
  bool keep_going = false;
  bool stays = false;  // kExplore: wait for more work in the end
  KindSet kinds;       // what is to be proved
  RaceMode race = RaceMode::kReport;
  Follow follow = Follow::kNothing;  // in every run, at least; what the schedule says may be more
  bool leaks = false;                // report leaked blocks as findings
  bool exit_codes = false;           // report an exit code other than 0 as a finding
  bool spurious = false;             // condition waits may wake up by themselves
  bool coverage = false;             // count in Channel::covered what happened where
  bool saves = false;                // a search that stops early leaves its state behind, however large
  bool certificate = false;          // fill in Channel::certificate
  bool detail = false;               // record call stacks of all events (replay)
  bool show_output = false;          // leave descriptors 1 and 2 alone (replay); otherwise /dev/null
};

// The schedule to run (kServe, kReplay).
struct ScheduleRecord {
  uint32_t length = 0;  // entries of the prefix, in Channel::schedule_picks
  Tail tail = Tail::kStay;
  uint64_t seed = 0;
  ThreadSet asleep;
  uint32_t sleepers = 0;  // Schedule::asleep_events; an atomic section has many for one thread
  Event asleep_events[4 * kMaxThreads];
  bool discovery = false;            // Schedule::discovery
  Follow follow = Follow::kNothing;  // Schedule::follow
  uint32_t loop = 0;                 // Schedule::loop
  uint32_t changes = 0;              // Schedule::change_points
  uint32_t change_points[64] = {};
  uint32_t length_count = 0;  // Schedule::lengths
  uint32_t lengths[kMaxThreads] = {};
  uint32_t shares = 0;  // Schedule::share
  uint64_t share[1024] = {};
};

// What to shorten, and what came of it (kShorten). The run is in Channel::schedule, and then the shortest one.
struct ShortenRecord {
  Finding finding;                  // as which it fails; the addresses are the worker's
  uint64_t runs = 0;                // at most so many,
  uint32_t milliseconds = 0;        // and for so long
  bool done = false;                // a run was found; if not, the program is one to be looked at run by run
  bool fewest_preemptions = false;  // ShortRun
};

// A thread's name: who created it, and the how-manieth of its creator's children it is. Index is the ThreadId.
struct ThreadName {
  ThreadId parent = 0;
  uint16_t index = 0;
  friend bool operator==(const ThreadName&, const ThreadName&) = default;
};

// A loaded object file, for symbolising addresses.
struct Module {
  uint64_t begin = 0, end = 0;  // addresses it occupies
  uint64_t bias = 0;            // address minus this = address in the file
  bool instrumented = false;
  char path[1024] = {};
};

// A finding with the schedule that shows it.
struct FoundRecord {
  Finding finding;
  uint64_t execution = 0;  // the how-manieth run it was
  uint32_t picks = 0;      // index into Channel::found_picks
  uint32_t length = 0;     // number of picks
  uint32_t places = 0;     // place_count as the run began: a replay needs the same visibility
  bool tentative = false;  // a race of a discovery run: a replay that fails earlier does not show it
};

struct ResultRecord {
  Stop stop = Stop::kNothingLeft;
  bool complete = false;
  Outcome outcome = Outcome::kComplete;  // of the last run
  bool visibility_grew = false;          // likewise
  bool weak_orders = false;              // likewise
  char reason[1024] = {};                // why not complete, or why refused
};

struct Channel {
  static constexpr int kMaxFound = 256;
  static constexpr int kMaxFoundRaces = 224;  // of them, so that there is room for others
  static constexpr int kMaxModules = 64;
  static constexpr uint32_t kMaxSteps = 1 << 20;
  static constexpr uint32_t kMaxEvents = 1 << 21;
  static constexpr uint32_t kMaxContents = 1 << 22;
  static constexpr uint32_t kMaxFoundPicks = 1 << 23;
  static constexpr uint32_t kMaxPlaces = 1 << 20;
  static constexpr uint32_t kMaxFrames = 1 << 22;
  static constexpr uint32_t kMaxTouches = 1 << 20;
  static constexpr uint32_t kMaxTerms = 1 << 20;
  static constexpr uint32_t kMaxQuestions = 1 << 20;
  static constexpr uint32_t kMaxBlocks = 1 << 14;
  static constexpr uint32_t kMaxThrows = 64;
  static constexpr uint32_t kBlob = 1 << 24;
  static constexpr uint32_t kMaxCertificate = 1 << 26;
  static constexpr uint64_t kMaxWholeState = 1 << 30;

  // Supervisor, before the start.
  uint32_t magic = 0;  // kChannelMagic
  WorkerSettings settings;
  uint32_t start_length = 0;  // bytes of engine state to continue from in `start`, 0 to begin afresh
  Counts start_counts;        // counts that belong to it
  // The worker before this one died in the run that would have this number here (as `run` counts: 1 for the
  // first run of this process; 0: none died). That run is not made: it counts as executed and ends where
  // `dead_picks` ends. The worker writes a checkpoint right after it.
  uint64_t dead_execution = 0;
  uint32_t dead_length = 0;
  ScheduleRecord schedule;
  ShortenRecord shorten;  // the worker puts the answer here

  // Supervisor, at any time.
  std::atomic<Command> command{Command::kNone};

  // Worker.
  std::atomic<WorkerState> state{WorkerState::kStarting};
  std::atomic<uint64_t> executions{0}, blocked{0}, events{0}, discovery{0}, weak{0};
  std::atomic<uint64_t> solver_nanoseconds{0}, solver_reads{0}, solver_constraints{0};  // Counts
  std::array<std::atomic<uint64_t>, kForetold.size()> foretold{}, shown{};              // Counts
  std::atomic<uint64_t> resident{0};                                                    // bytes, now and then
  char progress[64] = {};   // the engine's words, now and then
  bool samples = false;     // not Engine::exhaustive, when the search has ended; `progress` then says what it is worth
  char author[16] = {};     // Engine::author, likewise
  char fallback[512] = {};  // Engine::fallback, when the search has ended
  char remark[128] = {};    // Engine::remark, likewise
  uint32_t fixed_inputs = 0;                    // FixedInput: those that the program asked for so far
  std::atomic<double> remaining{1};             // Engine::remaining, now and then
  std::atomic<uint64_t> allowance{UINT64_MAX};  // the worker waits when it has made so many executions; it only rises
  std::atomic<uint32_t> found_count{0};         // entries of `found` that are complete
  FoundRecord found[kMaxFound];
  uint32_t found_picks_used = 0;
  ResultRecord result;
  std::atomic<bool> doubtful{false};  // `doubt` is filled in
  char doubt[1024] =
      {};  // the first run that was not what it should be (doubt_about), for those who survive this worker
  // Names in the order of their ids. Those that the supervisor put here before the start keep their ids: picks
  // and engine states of an earlier worker speak of them.
  std::atomic<uint32_t> thread_count{1};
  ThreadName threads[kMaxThreads];
  std::atomic<uint32_t> module_count{0};
  Module modules[kMaxModules];
  // Places (8-byte granules, by address) known to be shared. Append-only; survives a worker, so that its
  // successor continues with the same visibility.
  std::atomic<uint32_t> place_count{0};
  // The run under way, or the last one: what a dead worker was doing.
  std::atomic<uint64_t> run{0};         // its number: 1 for the first run of this process
  std::atomic<bool> in_run{false};      // it is under way: a death now is the program's doing
  std::atomic<uint32_t> run_places{0};  // place_count as it began
  // Likewise, with the places that its schedule shares: what a replay of it has to know.
  std::atomic<uint32_t> replay_places{0};
  std::atomic<uint32_t> step_count{0}, event_count{0};
  Follow follow = Follow::kNothing;                                 // in the last run
  uint32_t content_count = 0;                                       // entries of `contents`
  uint32_t followed_count = 0, term_count = 0, question_count = 0;  // entries of `followed`, `terms`, `questions`
  std::atomic<uint32_t> frame_count{0};                             // entries of `frames` (detail only)
  std::atomic<uint32_t> touch_count{0};                             // entries of `touches`
  uint32_t finding_count = 0;                                       // findings of the last run (kServe, kReplay)
  Finding findings[16];
  // Engine state as of `checkpoint_counts`, in one of two buffers: `checkpoint` is 0 for none yet, else
  // 1 + 2 * sequence + buffer. Written now and then, and whenever a gift is made.
  std::atomic<uint64_t> checkpoint{0};
  uint32_t checkpoint_length[2] = {};
  Counts checkpoint_counts[2];
  uint32_t checkpoint_places[2] = {};    // place_count as the run before it began: what the engine knew
  uint32_t checkpoint_gift[2] = {};      // bytes of `gift` if that was taken out of this state, else 0
  std::atomic<uint32_t> gift_length{0};  // bytes in `gift` after kSplit; 0 if there was nothing to give

  // The state that has outgrown those buffers: after kSave, and of a search that stopped early.
  std::atomic<bool> outgrown{false};      // the last one did
  std::atomic<uint64_t> whole_length{0};  // bytes of `whole_state`, 0 for none
  Counts whole_counts;
  uint32_t whole_places = 0;  // as checkpoint_places

  uint32_t certificate_length = 0;  // bytes of `certificate`; more than kMaxCertificate: it did not fit

  CoverageTable covered;  // settings.coverage only

  // Large arrays; pages that nobody touches cost nothing.
  char start[kBlob];
  char checkpoint_bytes[2][kBlob];
  char gift[kBlob];
  char whole_state[kMaxWholeState];
  char certificate[kMaxCertificate];  // Engine::certificate, after a search that was complete
  uint16_t schedule_picks[kMaxSteps];
  uint16_t dead_picks[kMaxSteps];
  uint16_t found_picks[kMaxFoundPicks];
  uint64_t places[kMaxPlaces];
  Step steps[kMaxSteps];
  Event event[kMaxEvents];
  Touch touches[kMaxTouches];       // Trace::touches of the last run
  uint64_t contents[kMaxContents];  // Trace::contents
  Followed followed[kMaxEvents];    // Trace::followed, and so on
  Term terms[kMaxTerms];
  Question questions[kMaxQuestions];
  // Call stacks (detail only). Event i has the frames [frame_begin[i], frame_begin[i + 1]), innermost first.
  // After the events come the stacks of the threads as the run ended: entry events + t for thread t.
  uint32_t frame_begin[kMaxEvents + kMaxThreads + 1];
  uint64_t frames[kMaxFrames];
  uint64_t frame_bases[kMaxFrames];  // the frame pointer in each
  // Blocks of the heap that events are about or that values point to (detail only), by address.
  uint32_t block_count = 0;
  HeapBlock blocks[kMaxBlocks];
  // Exceptions that were thrown in the run (detail only), the first ones.
  uint32_t throw_count = 0;
  Throw throws[kMaxThrows];
  // What each thread would have done next as the run ended (detail only): in a deadlock, what it waits for.
  // op is kEnd for a thread that is done or was never created.
  Event pending[kMaxThreads];
};

// What Channel::checkpoint says after `stamp`. It is in the other buffer: this one may be being read, or its writer may die.
constexpr uint64_t next_checkpoint(uint64_t stamp) {
  const uint64_t sequence = stamp == 0 ? 1 : (stamp - 1) / 2 + 1;
  return 1 + 2 * sequence + (sequence & 1);
}

// For both sides, before they sleep on a futex: a short run is over, and the next one is asked for, before a process that
// sleeps would be woken. Where that does not help, on a machine with more to do than it can, it is seldom tried.
class Linger {
 public:
  template <class T>
  void operator()(const std::atomic<T>& word, T seen) {
    const int most = helps_ || ++skipped_ % 64 == 0 ? 2000 : 0;
    for (int i = 0; i < most; ++i) {
      if (word.load(std::memory_order_acquire) != seen) {
        helps_ = true;
        return;
      }
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
    helps_ = false;
  }

 private:
  bool helps_ = true;  // it did the last time
  uint32_t skipped_ = 0;
};

// "HEDL", mixed with what both sides must agree on: a supervisor and a worker of different versions refuse each other.
inline constexpr uint32_t kChannelMagic =
    static_cast<uint32_t>(mix(0x4c444548, sizeof(Channel) * 64 + kOpCount + kFindingKindCount * 7 +
                                              static_cast<int>(Outcome::kUnsupported) * 31));

}  // namespace heddle
