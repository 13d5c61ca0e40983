// HappensBefore: the happens-before relation of C++ over the events of one run, by vector clocks.
//
// It is not the order that partial order reduction keeps (explore/path.h): there every conflict orders, here only
// what the language says synchronises. What does:
//   - creation with the first event of the new thread, the last event of a thread with its join;
//   - an unlock with every later lock of it; of a reader-writer lock, the end of reading only with later writers;
//   - a condition wait releases its mutex and takes it again; a signal comes before the wake-ups that it causes;
//   - a post of a semaphore with every later wait; the arrivals at a barrier with everybody who leaves that round;
//   - the end of an initialiser run once with everybody who comes later;
//   - a release of an atomic object with every acquire that reads from its release sequence: the store itself and the
//     read-modify-writes that follow it (C++20; a later relaxed store of the same thread ends it). A relaxed store
//     behind a release fence releases what came before the fence; what relaxed loads read is acquired by the next
//     acquire fence.
// Relaxed accesses, failed tries and futexes order nothing. Consume counts as acquire, seq_cst as acquire and release.
//
// A clock has one component per thread: 1 + the index in the trace of that thread's latest event that happens before.
#pragma once
#include <cstddef>
#include <cstdint>

#include "base/hash.h"
#include "trace/event.h"
#include "trace/undo_memory.h"

namespace heddle {

// Ways to get the relation wrong on purpose, to test that the oracle notices. Searches have none.
enum class OrderFault : uint8_t {
  kNone,
  kNoLockEdge,         // locks order nothing
  kReadersOrder,       // the end of reading counts for later readers too
  kRelaxedReleases,    // every store releases
  kRelaxedAcquires,    // every load acquires
  kNoReleaseSequence,  // a read-modify-write ends the release sequence
  kNoFences,           // fences are nothing
  kNoBarrierEdge,      // a barrier orders nothing
  kNoSemaphoreEdge,    // semaphores order nothing
  kNoSignalEdge,       // a signal does not come before its wake-up
  kNoJoinEdge,         // a join orders nothing
};

class HappensBefore {
 public:
  explicit HappensBefore(OrderFault fault = OrderFault::kNone) : fault_(fault) {}

  // Forgets everything; threads below `threads` may occur from now on, and the table of objects has `slots` entries.
  void reset(size_t threads, size_t slots);
  // Takes event number `index` of the run. False if it names a thread beyond what was announced, or the table of
  // objects is half full: nothing was taken then, and everything must start again with more.
  [[gnu::always_inline]] bool take(const Event& event, size_t index) {
    if (!has_room_for(event)) return false;
    memory_.mark();
    memory_.put(clock(event.thread) + event.thread, static_cast<uint32_t>(index + 1));
    if (event.op != Op::kRead || (event.flags & kAtomic)) order(event);
    return true;
  }
  // Back to before event number `index`.
  void back_to(size_t index) { memory_.back_to(index); }
  size_t taken() const { return memory_.marks(); }

  // Event `index` of thread `t` happens before the latest event of thread `of`.
  bool before(size_t index, ThreadId t, ThreadId of) const { return memory_[clock(of) + t] > index; }

  size_t threads() const { return threads_; }
  size_t slots() const { return slots_; }

  // A word that belongs to `key` and is undone with the rest: whoever looks at the events may keep something there.
  // 0 at first. `find` gives 0 if nothing was ever put.
  size_t word_of(uint64_t key) { return record_of(key << 1) + kWord; }
  size_t find(uint64_t key) const {
    const size_t record = find_record(key << 1);
    return record == 0 ? 0 : record + kWord;
  }
  UndoMemory& memory() { return memory_; }
  const UndoMemory& memory() const { return memory_; }

 private:
  // A record: key (two words), the watcher's word, the writer that holds the lock; of an object, then two clocks.
  enum Field : uint32_t { kKeyLow, kKeyHigh, kWord, kWriter, kClocks };
  enum Clock : uint32_t { kReleased, kReaders };

  size_t clock(ThreadId t) const { return clocks_ + t * threads_; }
  size_t fence(ThreadId t) const { return fences_ + t * threads_; }
  size_t heard(ThreadId t) const { return heard_ + t * threads_; }
  size_t waiting(ThreadId t) const { return waiting_ + 2 * size_t{t}; }
  size_t clock_of(size_t record, Clock which) const { return record + kClocks + which * threads_; }

  bool has_room_for(const Event& e) const {
    const bool names_thread = e.op == Op::kCreate || e.op == Op::kJoin;
    if (e.thread >= threads_ || (names_thread && e.object >= threads_)) return false;
    const size_t granules = is_access(e.op) && e.op != Op::kFree ? e.length / 8 : 0;
    const size_t objects = (e.flags & kAtomic) ? 2 * granules : 0;
    return 2 * (memory_[count_] + granules + objects + 4) < slots_;
  }

  // Where the place of a record stands, or would.
  size_t slot_of(uint64_t key) const {
    for (size_t slot = mix(key) & (slots_ - 1);; slot = (slot + 1) & (slots_ - 1)) {
      const size_t record = memory_[table_ + slot];
      if (record == 0 || (memory_[record + kKeyLow] == static_cast<uint32_t>(key) &&
                          memory_[record + kKeyHigh] == static_cast<uint32_t>(key >> 32)))
        return table_ + slot;
    }
  }
  size_t find_record(uint64_t key) const { return memory_[slot_of(key)]; }
  size_t record_of(uint64_t key) {
    const size_t slot = slot_of(key), record = memory_[slot];
    return record != 0 ? record : new_record(key, slot);
  }
  size_t new_record(uint64_t key, size_t slot);
  // False: no object begins in this granule.
  bool may_hold_object(uint64_t granule) const { return memory_[objects_] >> granule % 32 & 1; }

  void join(size_t to, size_t from);
  void copy(size_t to, size_t from);
  void clear(size_t at);
  void wait_for(ThreadId t, uint64_t object);
  bool waits_for(ThreadId t, uint64_t object) const;

  void order(const Event& e);
  void access(const Event& e);
  void access_object(const Event& e, uint64_t address);
  void lock(ThreadId t, uint64_t object, bool shared);
  void unlock(ThreadId t, uint64_t object);
  void fence(const Event& e);
  void wake(const Event& e);
  void arrive(const Event& e);

  OrderFault fault_;
  size_t threads_ = 0;  // components of a clock
  size_t slots_ = 0;    // of the hash table, a power of two
  size_t count_ = 0;    // word: records in use
  size_t objects_ = 0;  // word: a bit for the granules that hold objects, by their number modulo 32
  size_t clocks_ = 0;   // clock of each thread: what happens before its next event
  size_t fences_ = 0;   // of each thread, its clock at its latest release fence
  size_t heard_ = 0;    // of each thread, what its relaxed loads read from and no fence has acquired
  size_t waiting_ = 0;  // of each thread, the condition or barrier it waits at (two words), 0 for none
  size_t table_ = 0;    // slots: place of a record, 0 for none
  UndoMemory memory_;
};

}  // namespace heddle
