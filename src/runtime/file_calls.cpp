#include "runtime/file_calls.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "runtime/descriptors.h"
#include "runtime/failure.h"
#include "runtime/fixed.h"
#include "runtime/hidden.h"
#include "runtime/input_sources.h"
#include "runtime/journal.h"
#include "runtime/raw_call.h"
#include "runtime/spin.h"

namespace heddle::rt {
namespace {

bool begins(const char* text, const char* with) { return strncmp(text, with, strlen(with)) == 0; }
const char* path_at(long address) { return reinterpret_cast<const char*>(address); }
int directory_at(long fd) { return static_cast<int>(fd); }

// Files of the system that say the same in every run and every check.
bool says_the_same(const char* path) {
  static const char* const kEnds[] = {"/comm", "/cmdline", "/exe", "/self", "/thread-self"};
  for (const char* end : kEnds) {
    const size_t n = strlen(path), m = strlen(end);
    if (n >= m && strcmp(path + n - m, end) == 0) return true;
  }
  return begins(path, "/proc/sys/") || begins(path, "/proc/self/fd") || begins(path, "/proc/filesystems");
}

// How many processors there are, as the C library looks it up.
bool is_processor_list(const char* path) {
  return strcmp(path, "/sys/devices/system/cpu/online") == 0 || strcmp(path, "/sys/devices/system/cpu/possible") == 0 ||
         strcmp(path, "/sys/devices/system/cpu/present") == 0;
}

long open_processor_list() {
  note_fixed(FixedInput::kMachine);
  char text[16], name[] = "processors";
  int n;
  {
    PassThrough ours;
    n = snprintf(text, sizeof text, "0-%d\n", kProcessors - 1);
  }
  const long fd = raw_call(SYS_memfd_create, reinterpret_cast<long>(name), 0);
  if (failed(fd)) return fd;
  raw_call(SYS_pwrite64, fd, reinterpret_cast<long>(text), n, 0);
  return fd;
}

bool is_random(const char* path) { return strcmp(path, "/dev/urandom") == 0 || strcmp(path, "/dev/random") == 0; }

void look_up(long path) {
  if (path == 0) return;
  const char* p = path_at(path);
  if (begins(p, "/proc/") || begins(p, "/sys/")) {
    if (!says_the_same(p) && !is_processor_list(p))
      uncontrolled("the program reads %s, which may differ from run to run", p);
  } else if (p[0] != 0 && !begins(p, "/dev/")) {
    journal_enter();
  }
}

long open_file(long number, const long* a, long directory, long path, long flags) {
  if (path == 0) return -EFAULT;
  const char* p = path_at(path);
  long r;
  if (is_processor_list(p)) {
    r = open_processor_list();
  } else {
    look_up(path);
    note_source_path(p, (flags & O_ACCMODE) != O_WRONLY);
    const bool writes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
    if (writes && (flags & O_PATH) == 0 && (flags & O_TMPFILE) != O_TMPFILE)
      journal_save(directory_at(directory), p, (flags & (O_NOFOLLOW | O_EXCL)) == 0);
    do r = raw_call(number, a[0], a[1], a[2], a[3]);
    while (r == -EINTR);
  }
  if (!failed(r)) {
    const bool random = is_random(p);
    if (random) note_fixed(FixedInput::kRandom);
    note_opened(r, random);
    if ((flags & O_TMPFILE) == O_TMPFILE) note_nameless(static_cast<int>(r));
  }
  return r;
}

long rename_file(long number, const long* a, long from_directory, long from, long to_directory, long to,
                 uint64_t position) {
  if (from == 0 || to == 0) return -EFAULT;
  look_up(from);
  struct stat s;
  if (raw_call(SYS_newfstatat, from_directory, from, reinterpret_cast<long>(&s), AT_SYMLINK_NOFOLLOW) == 0 &&
      S_ISDIR(s.st_mode))
    unsupported(position, "the program renames the directory %s, which is not put back after a run", path_at(from));
  journal_save(directory_at(from_directory), path_at(from), false);
  journal_save(directory_at(to_directory), path_at(to), false);
  return raw_call(number, a[0], a[1], a[2], a[3], a[4]);
}

long change(long number, const long* a, long directory, long path, bool follow = false) {
  if (path == 0) return -EFAULT;
  look_up(path);
  journal_save(directory_at(directory), path_at(path), follow);
  return raw_call(number, a[0], a[1], a[2], a[3], a[4]);
}

long lock_file(const long* a, uint64_t position) {
  const long r = raw_call(SYS_flock, a[0], a[1] | LOCK_NB);
  if (r == -EWOULDBLOCK && !(a[1] & LOCK_NB))
    unsupported(position, "the program waits for a file lock (flock), which cannot be controlled");
  return r;
}

}  // namespace

bool file_call(long number, const long* a, uint64_t position, long* answer) {
  constexpr long kHere = AT_FDCWD;
  switch (number) {
    case SYS_open: *answer = open_file(number, a, kHere, a[0], a[1]); break;
    case SYS_creat: *answer = open_file(number, a, kHere, a[0], O_CREAT | O_WRONLY | O_TRUNC); break;
    case SYS_openat: *answer = open_file(number, a, a[0], a[1], a[2]); break;
    case SYS_openat2:
      *answer = a[2] == 0 ? -EFAULT
                          : open_file(number, a, a[0], a[1],
                                      static_cast<long>(reinterpret_cast<const open_how*>(a[2])->flags));
      break;
    case SYS_rename: *answer = rename_file(number, a, kHere, a[0], kHere, a[1], position); break;
    case SYS_renameat:
    case SYS_renameat2: *answer = rename_file(number, a, a[0], a[1], a[2], a[3], position); break;
    case SYS_unlink:
    case SYS_rmdir:
    case SYS_mkdir: *answer = change(number, a, kHere, a[0]); break;
    case SYS_unlinkat:
    case SYS_mkdirat: *answer = change(number, a, a[0], a[1]); break;
    case SYS_link:
    case SYS_symlink: *answer = change(number, a, kHere, a[1]); break;
    case SYS_linkat: *answer = change(number, a, a[2], a[3]); break;
    case SYS_symlinkat: *answer = change(number, a, a[1], a[2]); break;
    case SYS_truncate:
    case SYS_chmod:
    case SYS_utime:
    case SYS_utimes: *answer = change(number, a, kHere, a[0], true); break;
    case SYS_fchmodat: *answer = change(number, a, a[0], a[1], true); break;
    case SYS_utimensat:
    case SYS_futimesat:
      if (a[1] == 0) {
        journal_enter();
        journal_save_open(static_cast<int>(a[0]));
        *answer = raw_call(number, a[0], a[1], a[2], a[3]);
      } else {
        *answer = change(number, a, a[0], a[1], true);
      }
      break;
    case SYS_fchmod:
      journal_enter();
      journal_save_open(static_cast<int>(a[0]));
      *answer = raw_call(number, a[0], a[1]);
      break;
    case SYS_flock: *answer = lock_file(a, position); break;
    case SYS_stat:
    case SYS_lstat:
    case SYS_access:
    case SYS_readlink:
    case SYS_statfs:
    case SYS_getxattr:
    case SYS_lgetxattr:
    case SYS_listxattr:
    case SYS_llistxattr:
      look_up(a[0]);
      *answer = raw_call(number, a[0], a[1], a[2], a[3]);
      return true;
    case SYS_newfstatat:
    case SYS_faccessat:
    case SYS_faccessat2:
    case SYS_readlinkat:
    case SYS_statx:
      look_up(a[1]);
      *answer = raw_call(number, a[0], a[1], a[2], a[3], a[4]);
      return true;
    default: return false;
  }
  spin_dirty();
  return true;
}

}  // namespace heddle::rt
