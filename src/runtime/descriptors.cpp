#include "runtime/descriptors.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstring>

#include "runtime/failure.h"
#include "runtime/fixed.h"
#include "runtime/hidden.h"
#include "runtime/journal.h"
#include "runtime/raw_call.h"
#include "runtime/spin.h"
#include "runtime/state.h"
#include "runtime/surroundings.h"
#include "runtime/system_call_names.h"

namespace heddle::rt {
namespace {

constexpr int kMax = 4096;

class Descriptors {
 public:
  bool has(long fd) const { return fd >= 0 && fd < kMax && (word_[fd / 64] >> (fd % 64) & 1); }
  void add(long fd) {
    word_[fd / 64] |= uint64_t{1} << (fd % 64);
    if (fd >= end_) end_ = static_cast<int>(fd) + 1;
  }
  void remove(long fd) {
    if (fd >= 0 && fd < kMax) word_[fd / 64] &= ~(uint64_t{1} << (fd % 64));
  }
  int end() const { return end_; }
  void clear() {
    memset(word_, 0, sizeof word_);
    end_ = 0;
  }

 private:
  uint64_t word_[kMax / 64];
  int end_;
};

Descriptors opened;                    // in this run
Descriptors random_;                   // of them, those of the random device
Descriptors hidden;                    // ours
Descriptors modelled, modelled_early;  // pipes and the like; early: before the runs
Descriptors streams;                   // there before the runs, and without an offset: terminals, /dev/null, pipes

// One that was there before, as it was.
struct Kept {
  int fd, copy;
  long offset;  // negative if it has none
  long status, flags;
};
constexpr int kMaxKept = 64;
Kept kept[kMaxKept];
int kept_count;

bool is_kept(long fd) {
  for (int i = 0; i < kept_count; ++i)
    if (kept[i].fd == fd) return true;
  return false;
}

// The program is about to change or close one that was there before.
void keep(long fd) {
  if (fd < 0 || opened.has(fd) || is_kept(fd)) return;
  const long flags = raw_call(SYS_fcntl, fd, F_GETFD);
  if (failed(flags)) return;
  if (kept_count == kMaxKept)
    unsupported(0, "the program changes more than %d descriptors that were open before it began", kMaxKept);
  surroundings_changed = true;
  const long copy = raw_call(SYS_fcntl, fd, F_DUPFD_CLOEXEC, 3);
  if (failed(copy))
    unsupported(0, "the program changes descriptor %ld, and no more descriptors are left to keep it", fd);
  kept[kept_count++] = {static_cast<int>(fd), hide_descriptor(static_cast<int>(copy)),
                        raw_call(SYS_lseek, fd, 0, SEEK_CUR), raw_call(SYS_fcntl, fd, F_GETFL), flags};
}

long close_one(long fd) {
  if (hidden.has(fd)) return -EBADF;
  keep(fd);
  const long r = raw_call(SYS_close, fd);
  opened.remove(fd);
  random_.remove(fd);
  modelled.remove(fd);
  if (kept_count > 0 && is_kept(fd)) opened.remove(fd);
  return r;
}

long close_some(const long* a) {
  if (a[2] & ~long{CLOSE_RANGE_CLOEXEC}) return -EINVAL;
  for (long fd = a[0]; fd < kMax && static_cast<unsigned long>(fd) <= static_cast<unsigned>(a[1]); ++fd)
    if (!hidden.has(fd) && !failed(raw_call(SYS_fcntl, fd, F_GETFD)) && !(a[2] & CLOSE_RANGE_CLOEXEC)) close_one(fd);
  return 0;
}

long duplicate(long number, const long* a) {
  if (hidden.has(a[0])) return -EBADF;
  const bool random = random_.has(a[0]), stands_for = modelled.has(a[0]);
  if (number != SYS_dup) {
    if (hidden.has(a[1])) return -EMFILE;
    if (a[0] != a[1]) keep(a[1]);
  }
  const long r = raw_call(number, a[0], a[1], a[2]);
  if (!failed(r) && (number == SYS_dup || a[0] != a[1])) {
    note_opened(r, random);
    if (stands_for) modelled.add(r);
  }
  return r;
}

long control(const long* a, uint64_t position) {
  switch (a[1]) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC: {
      const long r = raw_call(SYS_fcntl, a[0], a[1], a[2]);
      if (failed(r)) return r;
      note_opened(r, random_.has(a[0]));
      if (modelled.has(a[0])) modelled.add(r);
      return r;
    }
    case F_GETFD:
    case F_GETFL:
    case F_GETLK:
    case F_OFD_GETLK:
    case F_GET_SEALS:
    case F_GETPIPE_SZ:
    case F_GETOWN: return raw_call(SYS_fcntl, a[0], a[1], a[2]);
    case F_SETLK:
    case F_OFD_SETLK: keep(a[0]); return raw_call(SYS_fcntl, a[0], a[1], a[2]);
    case F_SETFD:
    case F_SETFL:
    case F_ADD_SEALS: keep(a[0]); return raw_call(SYS_fcntl, a[0], a[1], a[2]);
    default: unsupported(position, "the program calls fcntl with command %ld, which cannot be controlled", a[1]);
  }
}

bool reads(long number) {
  return number == SYS_read || number == SYS_pread64 || number == SYS_readv || number == SYS_preadv ||
         number == SYS_preadv2;
}

// A call that moves the offset of a descriptor or writes through it.
long transfer(long number, const long* a) {
  if (hidden.has(a[0])) return -EBADF;
  if (random_.has(a[0]) && number == SYS_read)
    return fixed_random_bytes(reinterpret_cast<void*>(a[1]), static_cast<uint64_t>(a[2]));
  if (random_.has(a[0]) && reads(number)) unsupported(0, "the program reads the random device otherwise than by read");
  if (!opened.has(a[0]) && !streams.has(a[0])) {
    keep(a[0]);
    if (!reads(number) && number != SYS_lseek) journal_save_open(static_cast<int>(a[0]));
  }
  long r;
  do r = raw_call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  while (r == -EINTR);
  return r;
}

}  // namespace

void descriptors_start() {
  for (int fd = 0; fd < 3; ++fd) {
    struct stat s;
    if (raw_call(SYS_fstat, fd, reinterpret_cast<long>(&s)) == 0 && !S_ISREG(s.st_mode)) streams.add(fd);
  }
}

bool descriptor_is_open(int fd) { return fd >= 0 && !hidden.has(fd) && !failed(raw_call(SYS_fcntl, fd, F_GETFD)); }

bool is_redirected(int fd) { return is_kept(fd); }
bool is_random_device(int fd) { return random_.has(fd); }
bool is_hidden(int fd) { return hidden.has(fd); }

void note_opened(long fd, bool random) {
  if (failed(fd)) return;
  if (fd >= kMax) unsupported(0, "the program opens more than %d files at a time", kMax);
  surroundings_changed = true;
  opened.add(fd);
  if (random) random_.add(fd);
  else random_.remove(fd);
  modelled.remove(fd);
}

void note_modelled(long fd) {
  modelled.add(fd);
  if (!running()) modelled_early.add(fd);
}

// Calls about a descriptor, other than those that copy or close it.
static bool works_on(long number) {
  switch (number) {
    case SYS_read:
    case SYS_write:
    case SYS_readv:
    case SYS_writev:
    case SYS_pread64:
    case SYS_pwrite64:
    case SYS_preadv:
    case SYS_pwritev:
    case SYS_preadv2:
    case SYS_pwritev2:
    case SYS_lseek:
    case SYS_ftruncate:
    case SYS_fallocate:
    case SYS_getdents:
    case SYS_getdents64:
    case SYS_sendfile:
    case SYS_copy_file_range:
    case SYS_mmap:
    case SYS_fstat:
    case SYS_fstatfs:
    case SYS_fsync:
    case SYS_fdatasync:
    case SYS_ioctl:
    case SYS_flock:
    case SYS_fchmod:
    case SYS_fchown: return true;
    default: return false;
  }
}

void check_modelled(long number, const long* a, uint64_t position) {
  if (!works_on(number)) return;
  const bool second = (number == SYS_sendfile && modelled.has(a[1])) ||
                      (number == SYS_copy_file_range && modelled.has(a[2])) ||
                      (number == SYS_mmap && modelled.has(a[4]));
  if (!second && (number == SYS_mmap || !modelled.has(a[0]))) return;
  unsupported(position,
              "a stream or the system call %s works on a pipe, socket or event descriptor, which is not modelled",
              system_call_name(number));
}

int hide_descriptor(int fd) {
  for (const long from : {900l, 500l, 200l, 60l}) {
    const long high = raw_call(SYS_fcntl, fd, F_DUPFD_CLOEXEC, from);
    if (failed(high) || high >= kMax) continue;
    raw_call(SYS_close, fd);
    hidden.add(high);
    return static_cast<int>(high);
  }
  hidden.add(fd);
  return fd;
}

void forget_hidden(int fd) {
  hidden.remove(fd);
  raw_call(SYS_close, fd);
}

bool descriptor_call(long number, const long* a, uint64_t position, long* answer) {
  switch (number) {
    case SYS_close: *answer = close_one(a[0]); break;
    case SYS_close_range: *answer = close_some(a); break;
    case SYS_dup:
    case SYS_dup2:
    case SYS_dup3: *answer = duplicate(number, a); break;
    case SYS_fcntl: *answer = control(a, position); break;
    case SYS_read:
    case SYS_write:
    case SYS_readv:
    case SYS_writev:
    case SYS_pread64:
    case SYS_pwrite64:
    case SYS_preadv:
    case SYS_pwritev:
    case SYS_preadv2:
    case SYS_pwritev2:
    case SYS_lseek:
    case SYS_ftruncate:
    case SYS_fallocate:
    case SYS_getdents:
    case SYS_getdents64: *answer = transfer(number, a); break;
    case SYS_sendfile:
    case SYS_copy_file_range: {
      const bool first_reads = number == SYS_copy_file_range;
      const long out = first_reads ? a[2] : a[0], in = first_reads ? a[0] : a[1];
      if (!opened.has(out) || !opened.has(in))
        unsupported(position, "the program copies between descriptors that it did not open itself");
      *answer = raw_call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
      break;
    }
    case SYS_memfd_create:
      *answer = raw_call(number, a[0], a[1]);
      note_opened(*answer);
      if (!failed(*answer)) note_nameless(static_cast<int>(*answer));
      break;
    default: return false;
  }
  if (number != SYS_close) spin_dirty();
  return true;
}

void descriptors_restore() {
  for (int fd = 0; fd < opened.end(); ++fd)
    if (opened.has(fd) && !hidden.has(fd)) raw_call(SYS_close, fd);
  opened.clear();
  random_.clear();
  modelled = modelled_early;
  while (kept_count > 0) {
    const Kept& k = kept[--kept_count];
    if (failed(raw_call(SYS_dup3, k.copy, k.fd, k.flags & FD_CLOEXEC ? O_CLOEXEC : 0)))
      uncontrolled("descriptor %d, which the program changes, cannot be put back after a run", k.fd);
    if (k.offset >= 0) raw_call(SYS_lseek, k.fd, k.offset, SEEK_SET);
    raw_call(SYS_fcntl, k.fd, F_SETFL, k.status);
    forget_hidden(k.copy);
  }
}

}  // namespace heddle::rt
