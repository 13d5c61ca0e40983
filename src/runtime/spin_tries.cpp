// Tries of locks, and loops that take locks without an effect.
//
// A loop that takes a lock, finds nothing to do and releases it waits after one round (spin.h). That is right as long as
// nobody can tell that the lock was held: waiting for a lock does not tell, since it could have been taken before or after.
// A try that fails tells. Take an execution as short as can be in which a loop goes round twice. If a round was not told
// of, the execution without it is shorter and leads to the same state. If all who were told were themselves in a round
// without an effect, theirs can be left out together with it. So the first round was told of by a try with consequences;
// and that happens in an execution with one round only, which is made. From then on the lock is known to be contested,
// the search starts again (as when memory turns out to be shared), and loops that take the lock go round several times
// and are then stopped with a word about it.
//
// The loop of std::lock takes some locks, finds another taken, and gives all back. Which lock it begins with next time
// is no consequence: once it holds all of them it could have taken them all at the moment of the last.
#include "runtime/spin_tries.h"

#include "runtime/shadow.h"
#include "runtime/spin.h"

namespace heddle::rt {
namespace {

constexpr int kMaxContested = 64;
uint64_t contested[kMaxContested];  // not part of the program: it outlives the run
int contested_count;                // more than kMaxContested: all are

void contest(uint64_t lock) {
  if (is_contested(lock)) return;
  mark_contested(lock);
  g.visibility_grew = true;
  if (on_shared) on_shared(lock | kLockPlace);
}

}  // namespace

bool is_contested(uint64_t lock) {
  if (contested_count > kMaxContested) return true;
  for (int i = 0; i < contested_count; ++i)
    if (contested[i] == lock) return true;
  return false;
}

void mark_contested(uint64_t lock) {
  if (contested_count < kMaxContested) contested[contested_count] = lock;
  if (contested_count <= kMaxContested) ++contested_count;
}

void tries_were_seen(SpinWatch& w) {
  for (int i = 0; i < w.failed_count; ++i) contest(w.failed[i]);
  w.failed_count = 0;
}

void leave_watches(Thread& t, int left) {
  while (t.watches > left) tries_were_seen(t.watch[--t.watches]);
}

void spin_failed(uint64_t lock) {
  Thread& t = self();
  for (int i = 0; i < t.watches; ++i) t.watch[i].locked = t.watch[i].failed_before = true;
  if (g.mode != Mode::kRun) return;
  if (t.watches == 0) return contest(lock);
  SpinWatch& w = t.watch[t.watches - 1];
  if (w.dirty || w.failed_count == SpinWatch::kMaxFailed) return contest(lock);
  w.failed[w.failed_count++] = lock;
}

void spin_end() { leave_watches(self(), 0); }

}  // namespace heddle::rt
