// The state of the runtime: one global, zero at start, no constructors.
//
// Ground rules of this folder: no exceptions, no RTTI, no static constructors, no allocation in a run, and
// no call of a function that the runtime itself interposes. One operating system thread runs everything, so
// there are no locks; fibers switch only inside `schedule.cpp`.
#pragma once
#include <cstddef>
#include <cstdint>

#include "base/thread_set.h"
#include "runtime/layout.h"
#include "trace/chooser.h"
#include "trace/event.h"
#include "trace/finding.h"
#include "trace/relevance.h"
#include "trace/trace.h"

namespace heddle::rt {

// Who is executing, which decides what an interposed function does.
enum class Mode : uint8_t {
  kAlone,    // the program runs on its own: everything passes through to the C library
  kEngine,   // our own code in a checking process: likewise
  kStartup,  // the program's constructors, before the first run: controlled memory, no scheduling
  kRun,      // the program, in a controlled run
};

// What a thread that is not running waits for. `enabled` in schedule.cpp gives each its meaning.
enum class Wait : uint8_t {
  kNothing,  // its next event can be performed at any time
  kNew,      // created, not begun; begins before the next choice
  // Those up to kGuard depend on something that `enabled` looks at.
  kMutex,      // next event takes the mutex
  kReadLock,   // next event takes the reader-writer lock for reading
  kWriteLock,  // … for writing
  kSpin,       // next event takes the spin lock
  kSemaphore,  // next event takes from the semaphore
  kCondition,  // waits for a signal
  kFutex,      // waits for a wake-up
  kOnce,       // next event enters a once flag whose initialiser another thread runs
  kGuard,      // the same for a function-local static
  kBarrier,    // waits for the round to complete
  kJoin,       // waits for a thread to end
  kAwait,      // spins: waits for a change of what it read
  kLast,       // the process is about to end: when nobody else can go on
  kForever,    // stopped by an assumption
};

enum class Status : uint8_t { kUnused, kAlive, kDone };

// A stretch of iterations of a loop that may be spinning; see spin.cpp.
struct SpinPlace {
  uint64_t address;
  uint64_t value;
  uint32_t length;
  TermId term;  // of the value
};
// What a loop carries from iteration to iteration: a hash of what it knows, and terms.
struct SpinState {
  static constexpr int kMaxTerms = 12;
  uint64_t hash;
  int terms;
  TermId term[kMaxTerms];
};
// Two values of one place that the thread read, of which it is not known whether they are equal.
struct SpinDoubt {
  TermId first, second;
  bool differ;
};
struct SpinWatch {
  static constexpr int kMaxReads = 64, kMaxWrites = 16, kMaxFailed = 4, kMaxDoubts = 8;
  uint64_t loop;    // its position key
  uint64_t frame;   // frame address of the function that holds the loop
  uint64_t sp;      // its stack pointer: what lies below belongs to functions it calls
  SpinState state;  // what the loop carried at the head when the stretch began
  uint32_t first;   // Thread::performed when the stretch began
  int32_t held;     // locks taken minus locks released since
  int32_t lowest;   // the least that was: negative if a lock held at the head was released
  uint16_t reads;   // entries of `read`: each place read since, with the value it had
  uint16_t known;   // of them, those read before the last iteration
  uint16_t writes;  // entries of `write`: private places written since, with the value they had before
  uint16_t rounds;  // iterations since that had no effect, though something differed from the one before
  bool exact;       // the loop carries nothing but `state`
  bool dirty;       // an effect that others can see, or that cannot be followed
  bool
      hidden_effect;  // likewise; the thread is not told whether it was one, and goes on as if not, where values are followed
  bool saw_change;             // a place was read twice with different values
  uint8_t doubts;              // entries of `doubt`
  bool backs_off;              // the loop of std::lock: it matters to nobody how often it went round
  bool locked;                 // took or tried a lock
  bool took;                   // took one
  bool contested;              // took one that others try (spin_tries.cpp)
  bool waited;                 // waited on a condition variable or futex
  bool looked;                 // looked at the clock
  bool leapt;                  // and nothing else happened, so time was made to pass
  bool idle;                   // its thread waits in it, tired: nothing has changed unless one of `read` has
  uint64_t clock, clock_step;  // of the thread when the stretch began
  bool wait_at_lock;           // going round again would change nothing: wait where the lock is taken again
  bool lesser;                 // read something by a lesser access
  bool polite;                 // waits until a lock it looked at is given back, by whoever takes it next
  uint8_t failed_count;        // entries of `failed`: locks tried in vain in this iteration
  bool failed_before;          // some were tried in vain since the stretch began
  uint64_t failed[kMaxFailed];
  SpinDoubt doubt[kMaxDoubts];
  SpinPlace read[kMaxReads];
  SpinPlace write[kMaxWrites];
};

struct ThreadLocalDestructor {
  void (*run)(void*);
  void* object;
};

struct OpenFrame;

// Where the program called the runtime last, for states (entries.h).
struct CallEntry {
  uint64_t argument[6];  // rdi, rsi, rdx, rcx, r8, r9
  uint64_t saved[6];     // rbx, rbp, r12 to r15: registers that the caller keeps values in
  uint64_t sp;           // where the return address lies
  uint64_t back;         // the return address
  uint64_t function;     // a number for the function
  uint64_t arithmetic;   // state of floating point arithmetic
  uint64_t progress;     // a hash of what happened to the thread since
};

struct Thread {
  static constexpr int kMaxWatches = 4;
  static constexpr int kMaxFrames = 48;

  void* sp;            // saved stack pointer while it does not run
  uint32_t performed;  // scheduled events in this run
  uint64_t fs;         // its identity: base of its thread-local storage
  Status status;
  Wait wait;
  bool has_next;    // it has announced an event and not performed it
  bool timed;       // the wait has a deadline: giving up is possible at any time
  bool tired;       // it waits in a loop that goes round without a change: it gives up no more waits until
                    // nobody else can run
  bool signalled;   // a waiter on a condition or futex was woken by another thread
  bool told;        // it, or who created it, was told something by others; kept if touches are noted
  bool prints;      // it is in a call that tells the program nothing of what it reads
  bool in_section;  // it made an event in the atomic section it is in
  bool detached, joined;
  uint8_t phase;  // how many threads it created so far: see shadow.h; 255 means too many
  uint16_t children;
  ThreadId parent;
  ThreadId join_target;
  uint64_t wait_object;  // what it waits for (address)
  uint64_t deadline;     // of a timed wait
  void* (*start)(void*);
  void* argument;
  void* result;
  uint64_t clock;       // virtual time, nanoseconds
  uint64_t clock_step;  // how much the next look at the clock advances it
  uint64_t random;      // state of rand() and friends
  int watches;          // entries of `watch`, outermost first
  int atomic_depth;     // __VERIFIER_atomic_begin not yet ended
  int cleanups;         // entries of `cleanup`
  int destructors;      // entries of `destructor`
  int robust;           // robust mutexes that it holds
  int frames;           // entries of `frame` (detail only)
  CallEntry entry;
  uint32_t round;       // Wait::kBarrier: the number of the round
  uint32_t open_count;  // entries of `open`: blocks of locals that are in use (frames.h), outermost first
  uint32_t open_most;   // the most there were in this run: those behind `open_count` have ended
  OpenFrame* open;
  uint64_t ended;                   // threads, of the first 64, that had ended before what it does now, by joins
  uint64_t known[kMaxThreads / 8];  // phases of other threads ordered before it by create and join, one byte each
  SpinWatch watch[kMaxWatches];
  void* cleanup[64];  // pthread_cleanup_push in C: buffers to jump to
  ThreadLocalDestructor destructor[256];
  void* specific[128];  // pthread keys
  uint64_t frame[kMaxFrames];
  uint64_t frame_base[kMaxFrames];  // the frame pointer in each of them
};

struct RunOptions {
  uint32_t max_steps = 100000;
  uint64_t memory_limit = 0;  // bytes that one thread may allocate in a run, 0 for as many as fit
  bool leaks = false;
  bool exit_codes = false;
  bool spurious = false;
  bool detail = false;
  bool flush = false;           // the program's output is shown: what its streams still hold is written when a run ends
  bool touches = false;         // note accesses to memory that is not known to be shared, see touches.h
  bool contents = false;        // keep the contents of block accesses
  bool states = false;          // tell states; loops that wait go round, which leads to states that were met
  bool whole_granules = false;  // see EngineNeeds
  RelevanceOptions relevance;
  Follow follow_least = Follow::kNothing;  // in every run, whatever its schedule says
  bool can_follow = false;                 // a schedule may want that, and the program was compiled for it
  bool follow_always = false;              // the next two in every run, whatever the schedule says
  bool follow = false;                     // in the present run: reads fill registers (terms.h)
  bool follow_acquire = false;  // also those that synchronise: atomic ones that are neither relaxed nor release
  DependenceOptions dependence;
};

// Parts of the state, each with what a new run begins with.

// Who runs, and who could.
struct Scheduling {
  int threads;            // ids in use over all runs; names are stable
  int live;               // one more than the highest id alive in this run
  ThreadSet eager;        // threads to run before the next choice
  ThreadSet runnable;     // alive, and the next event can be performed at any time (Wait::kNothing)
  ThreadSet conditional;  // alive, and `enabled` in schedule.cpp says whether the next event can be performed
  ThreadSet awaiting;     // alive, in Wait::kAwait
  ThreadSet candidates;   // the threads that could be picked at the last choice
  int candidate_count;
  int section;  // the thread that ran last, if it is in_section: nobody else is picked while it can go on; or -1
  bool stays;   // the section is none: that thread alone need be asked, unless its next event is relevant (relevance.h)
  bool asks_relevance;                // see RelevanceOptions::asks
  bool candidates_hold;               // nothing happened since that could change them, so they are the same at the next
  bool candidates_last;               // only a change of what some thread waits for could: see set_wait
  uint64_t waited_begin, waited_end;  // otherwise: the locks and other objects that threads wait for lie in here
  Thread* thread;                     // [kMaxThreads]
  Event* next;                        // [kMaxThreads]: the next event of each thread
  Chooser chooser;
  bool discovery;            // see Schedule::discovery
  bool after_await;          // the current thread was resumed from a spin loop and has not read yet
  bool stopped_by_assume;    // a thread of this run was stopped, by an assumption or a limit
  uint32_t rounds;           // of barriers that were begun in this run
  uint32_t lonely_atomics;   // atomic accesses to memory that is not known to be shared, since the last event
  uint32_t quiet;            // rounds of loops, and operations on objects that are not known to be shared, since then
  const uint64_t* lesser;    // positions of lesser accesses (lesser.h), null if there are none
  bool lesser_lives;         // nor does it matter then when the life of a local ends
  bool at_lesser;            // the event that was announced is one
  bool read_lesser;          // the value read last came from one
  bool outgrown;             // more has to be essential in the runs to come
  uint32_t lesser_in_a_row;  // since the last step
  uint32_t idle;             // the watchdog found that nothing happens: for so many seconds

  void reset() {
    for (int t = 0; t < live; ++t) thread[t].status = Status::kUnused;
    live = 1;
    eager.clear();
    runnable.clear();
    conditional.clear();
    awaiting.clear();
    section = -1;
    stays = false;
    discovery = after_await = stopped_by_assume = false;
    rounds = lonely_atomics = quiet = idle = 0;
  }
};

// What is kept of the run: its trace, in buffers of the channel or of our own.
struct Recording {
  bool wants_more;  // some option asks for more to be kept of each event
  Event* events;
  Step* steps;
  uint32_t event_count, event_capacity;
  uint32_t step_count;
  uint32_t* live_steps;  // `step_count` again, where it survives the process
  bool visibility_grew;
  StateHash* states;  // Trace::states
  uint32_t state_count;
  bool state_met, inexact_states;  // Trace::met, and the opposite of Trace::exact_states
  uint32_t last_pick;              // index of the last thread step
  bool weak_orders;                // Trace::weak_orders
  uint64_t* contents;              // Trace::contents
  uint32_t content_count, content_capacity;
  bool contents_full;     // no more are kept in this run
  uint32_t* frame_begin;  // detail: see Channel
  uint64_t* frames;
  uint64_t* frame_bases;
  uint32_t frame_count, frame_capacity;

  void reset() {
    event_count = frame_count = content_count = 0;
    *live_steps = step_count = 0;
    visibility_grew = weak_orders = contents_full = state_met = inexact_states = false;
    state_count = last_pick = 0;
  }
};

// Terms and questions of the run (terms.h), in buffers likewise.
struct Following {
  Followed* followed;  // [event_capacity]
  Term* terms;
  Question* questions;
  uint32_t term_count, question_count;  // the first term is none
  uint32_t term_capacity, question_capacity;

  void reset() {
    term_count = 1;
    question_count = 0;
  }
};

// How it ended.
struct Conclusion {
  Finding findings[16];
  uint32_t finding_count;
  Outcome outcome;
  char reason[512];  // why "verified" is impossible; kept over all runs

  void reset() {
    finding_count = 0;
    outcome = Outcome::kComplete;
  }
};

struct State : Scheduling, Recording, Following, Conclusion {
  Mode mode;
  char watched;           // 1: system calls are the program's (system_calls.h); the kernel looks at it
  bool ready;             // the snapshot was taken; runs are possible
  ThreadId current;       // the thread that executes
  Thread* self;           // &thread[current]
  uint64_t expect_read;   // a granule record with these bits is read without further ado
  uint64_t expect_write;  // likewise written
  uint64_t mine_read;     // record of a granule that the current thread was the last to read, without the writer
  uint64_t mine_written;  // … to write
  uint64_t runs;          // how many runs there were, the current one included
  uint64_t run;           // number of the current run, within the bits a granule record has for it
  RunOptions options;

  uint64_t standard_streams;  // where the objects std::cout and so on lie, with whatever is between them
  uint64_t standard_streams_size;

  void* home_sp;  // the engine's context
  uint64_t home_fs;
  uint64_t touching;  // position of the access under way, for the signal handler
  uint64_t ticks;     // events and other signs of life; the watchdog looks at it

  void reset() {
    Scheduling::reset();
    Recording::reset();
    Following::reset();
    Conclusion::reset();
  }
};

[[gnu::visibility("hidden")]] extern State g;

inline Thread& self() { return *g.self; }
inline void set_current(ThreadId id) {
  g.current = id;
  g.self = &g.thread[id];
}

// In an atomic section, after its first event: what may have to wait is tried first, so that nobody comes in between if it need
// not. If it must, that was seen, and the section ends there.
inline bool tries_first() { return g.mode == Mode::kRun && g.self->in_section; }

// Others may come before the next event of the current thread, though it is in an atomic section.
inline void break_section() {
  g.self->in_section = false;
  if (g.section == g.current) g.section = -1;
}

// Changes what a thread waits for; `alive` threads are in at most one of the three sets of State.
inline void set_wait(ThreadId id, Wait wait, bool alive = true) {
  g.runnable.reset(id);
  g.conditional.reset(id);
  g.awaiting.reset(id);
  g.thread[id].wait = wait;
  g.candidates_hold = false;
  if (!alive) return;
  if (wait == Wait::kNothing) g.runnable.set(id);
  else if (wait == Wait::kAwait) g.awaiting.set(id);
  else if (wait >= Wait::kMutex && wait <= Wait::kGuard) g.conditional.set(id);
}

// True while the program under test executes in a process that checks it.
inline bool controlled() { return g.mode >= Mode::kStartup; }
inline bool running() { return g.mode == Mode::kRun; }

// For code of ours that runs within the program and calls functions of the C library that end up in
// interposed ones: they pass through meanwhile.
class PassThrough {
 public:
  PassThrough() : saved_(g.mode), watched_(g.watched) {
    g.mode = Mode::kEngine;
    g.watched = 0;
  }
  ~PassThrough() {
    g.watched = watched_;
    g.mode = saved_;
  }

 private:
  Mode saved_;
  char watched_;
};

}  // namespace heddle::rt
