#include "runtime/surroundings.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstring>

#include "runtime/descriptors.h"
#include "runtime/failure.h"
#include "runtime/fixed.h"
#include "runtime/journal.h"
#include "runtime/raw_call.h"
#include "runtime/spin.h"
#include "runtime/thread_names.h"

namespace heddle::rt {

bool surroundings_changed;

namespace {

long arg(const void* p) { return reinterpret_cast<long>(p); }

int directory = -1;  // the working directory before the run, if the program left it
bool masked;
long mask;
struct Limit {
  bool changed;
  rlimit before;
};
Limit limits[RLIM_NLIMITS];

void keep_directory() {
  if (directory >= 0) return;
  static char here[] = ".";
  const long fd = raw_call(SYS_open, arg(here), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (failed(fd))
    unsupported(0, "the program changes its working directory, which cannot be put back (error %ld)", -fd);
  directory = hide_descriptor(static_cast<int>(fd));
}

long set_mask(long to) {
  const long old = raw_call(SYS_umask, to);
  if (!masked) mask = old;
  masked = true;
  return old;
}

long limit(long resource, long set, long get, uint64_t position) {
  if (resource < 0 || resource >= RLIM_NLIMITS) return -EINVAL;
  if (set != 0) {
    Limit& l = limits[resource];
    rlimit before, to = *reinterpret_cast<const rlimit*>(set);
    raw_call(SYS_getrlimit, resource, arg(&before));
    if (to.rlim_max < before.rlim_max)
      unsupported(position, "the program lowers a hard limit (setrlimit), which could not be put back after the run");
    if (!l.changed) l.before = before;
    l.changed = true;
    surroundings_changed = true;
  }
  return raw_call(SYS_prlimit64, 0, resource, set, get);
}

// How nice the process is. It makes no difference to a run but for what is answered.
constexpr long kLeastNice = -20, kMostNice = 19;
long niceness;

long set_priority(const long* a) {
  const long to = a[2] < kLeastNice ? kLeastNice : a[2] > kMostNice ? kMostNice : a[2];
  if (a[0] != PRIO_PROCESS) return 0;
  if (to < niceness) return -EACCES;  // as for everybody but the administrator
  niceness = to;
  surroundings_changed = true;
  return 0;
}

// On which processors threads may run, as far as the program said so: by the number it names the thread by, or by the thread
// itself. It makes no difference to a run but for what is answered.
struct Affinity {
  long thread;
  uint64_t mask;
};
constexpr int kMaxAffinities = 256;
Affinity affinities[kMaxAffinities];
int affinity_count;
constexpr uint64_t kAllProcessors = (uint64_t{1} << kProcessors) - 1;

uint64_t* affinity_of(long thread, bool make) {
  if (thread == 0) thread = -1 - static_cast<long>(g.current);
  for (int i = 0; i < affinity_count; ++i)
    if (affinities[i].thread == thread) return &affinities[i].mask;
  if (!make || affinity_count == kMaxAffinities) return nullptr;
  affinities[affinity_count] = {thread, kAllProcessors};
  surroundings_changed = true;
  return &affinities[affinity_count++].mask;
}

long get_affinity(const long* a) {
  note_fixed(FixedInput::kMachine);
  if (a[1] < 8) return -EINVAL;
  const uint64_t* mask = affinity_of(a[0], false);
  *reinterpret_cast<uint64_t*>(a[2]) = mask != nullptr ? *mask : kAllProcessors;
  return 8;
}

long set_affinity(const long* a) {
  note_fixed(FixedInput::kMachine);
  uint64_t mask = 0;
  memcpy(&mask, reinterpret_cast<const void*>(a[2]), a[1] < 8 ? static_cast<size_t>(a[1]) : 8);
  mask &= kAllProcessors;
  if (mask == 0) return -EINVAL;
  if (uint64_t* to = affinity_of(a[0], true)) *to = mask;
  return 0;
}

long process_control(const long* a, uint64_t position) {
  switch (a[0]) {
    case PR_SET_NAME: {
      char shortened[16] = {};
      strncpy(shortened, reinterpret_cast<const char*>(a[1]), 15);
      set_thread_name(g.current, shortened);
      return 0;
    }
    case PR_GET_NAME: memcpy(reinterpret_cast<void*>(a[1]), thread_name(g.current), 16); return 0;
    case PR_GET_DUMPABLE:
    case PR_GET_PDEATHSIG:
    case PR_GET_NO_NEW_PRIVS:
    case PR_GET_TIMERSLACK:
    case PR_SET_VMA: return raw_call(SYS_prctl, a[0], a[1], a[2], a[3], a[4]);
    case PR_SET_TIMERSLACK: return 0;
    default: unsupported(position, "the program calls prctl with option %ld, which cannot be controlled", a[0]);
  }
}

}  // namespace

bool surroundings_call(long number, const long* a, uint64_t position, long* answer) {
  switch (number) {
    case SYS_chdir:
    case SYS_fchdir:
      journal_enter();
      keep_directory();
      surroundings_changed = true;
      *answer = raw_call(number, a[0]);
      break;
    case SYS_umask:
      surroundings_changed = true;
      *answer = set_mask(a[0]);
      break;
    case SYS_getrlimit: *answer = limit(a[0], 0, a[1], position); break;
    case SYS_setrlimit: *answer = limit(a[0], a[1], 0, position); break;
    case SYS_prlimit64: *answer = limit(a[1], a[2], a[3], position); break;
    case SYS_prctl: *answer = process_control(a, position); break;
    case SYS_setpriority: *answer = set_priority(a); break;
    case SYS_getpriority: *answer = 20 - niceness; break;
    case SYS_sched_getaffinity: *answer = get_affinity(a); break;
    case SYS_sched_setaffinity: *answer = set_affinity(a); break;
    // How fast a thread runs, and where, is nothing that a run depends on.
    case SYS_sched_setscheduler:
    case SYS_sched_setparam:
    case SYS_sched_setattr:
    case SYS_ioprio_set:
    case SYS_mlock:
    case SYS_mlock2:
    case SYS_mlockall:
    case SYS_munlock:
    case SYS_munlockall: *answer = 0; return true;
    default: return false;
  }
  spin_dirty();
  return true;
}

void surroundings_restore_slowly() {
  surroundings_changed = false;
  descriptors_restore();
  if (directory >= 0) {
    if (failed(raw_call(SYS_fchdir, directory))) uncontrolled("the working directory cannot be put back after a run");
    forget_hidden(directory);
    directory = -1;
  }
  if (masked) raw_call(SYS_umask, mask);
  masked = false;
  affinity_count = 0;
  niceness = 0;
  for (int i = 0; i < RLIM_NLIMITS; ++i) {
    if (limits[i].changed && failed(raw_call(SYS_setrlimit, i, arg(&limits[i].before))))
      uncontrolled("the program changes resource limit %d, which cannot be put back after a run", i);
    limits[i].changed = false;
  }
  journal_restore();
}

}  // namespace heddle::rt
