#include "runtime/journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "runtime/descriptors.h"
#include "runtime/failure.h"
#include "runtime/raw_call.h"
#include "runtime/surroundings.h"

namespace heddle::rt {
namespace {

enum class Kind : uint8_t { kAbsent, kFile, kLink, kDirectory };

struct Entry {
  const char* path;
  Kind kind;
  uint32_t mode;
  timespec times[2];
  const char* content;  // of a file; where a link leads
  uint64_t size;
};
constexpr int kMaxEntries = 4096;
constexpr uint64_t kLargest = 4 << 20;  // of a file that is kept
constexpr uint64_t kRoom = 256 << 20;   // for all of them
constexpr int kPath = 4096;

Entry* entries;
int count;
char* room;
uint64_t used;
int lock = -1;
bool entered;

long arg(const void* p) { return reinterpret_cast<long>(p); }

char* take(uint64_t size) {
  if (used + size > kRoom) return nullptr;
  char* p = room + used;
  used += (size + 15) & ~uint64_t{15};
  return p;
}

// The path as seen from the root; 0 if it is too long.
bool absolute(int directory, const char* path, char* out) {
  if (path[0] == '/') {
    if (strlen(path) >= kPath) return false;
    strcpy(out, path);
    return true;
  }
  long n;
  if (directory == AT_FDCWD) {
    n = raw_call(SYS_getcwd, arg(out), kPath);
    if (n > 0) --n;
  } else {
    char link[64];
    PassThrough ours;
    snprintf(link, sizeof link, "/proc/self/fd/%d", directory);
    n = raw_call(SYS_readlink, arg(link), arg(out), kPath - 1);
  }
  if (n <= 0 || static_cast<size_t>(n) + strlen(path) + 2 > kPath) return false;
  out[n] = '/';
  strcpy(out + n + 1, path);
  return true;
}

void lost(const char* path) { uncontrolled("the program changes %s, which cannot be put back after a run", path); }

bool begins(const char* text, const char* with) { return strncmp(text, with, strlen(with)) == 0; }

bool read_file(const char* path, Entry& e, uint64_t size) {
  if (size > kLargest) return false;
  char* p = take(size + 1);
  const long fd = p == nullptr ? -1 : raw_call(SYS_open, arg(path), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return false;
  uint64_t have = 0;
  for (long n; have < size && (n = raw_call(SYS_read, fd, arg(p + have), static_cast<long>(size - have))) > 0;)
    have += static_cast<uint64_t>(n);
  raw_call(SYS_close, fd);
  e.content = p;
  e.size = have;
  return have == size;
}

void save(const char* path) {
  for (int i = 0; i < count; ++i)
    if (strcmp(entries[i].path, path) == 0) return;
  surroundings_changed = true;
  struct stat s;
  Entry e{};
  const long r = raw_call(SYS_lstat, arg(path), arg(&s));
  if (r == 0 && (S_ISCHR(s.st_mode) || begins(path, "/dev/fd/"))) return;  // a terminal, /dev/null
  char* name = take(strlen(path) + 1);
  if (name == nullptr || count == kMaxEntries) return lost(path);
  strcpy(name, path);
  e.path = name;
  e.mode = s.st_mode & 07777;
  e.times[0] = s.st_atim;
  e.times[1] = s.st_mtim;
  if (r != 0) {
    e.kind = Kind::kAbsent;
  } else if (S_ISREG(s.st_mode)) {
    e.kind = Kind::kFile;
    if (!read_file(path, e, static_cast<uint64_t>(s.st_size))) return lost(path);
  } else if (S_ISLNK(s.st_mode)) {
    e.kind = Kind::kLink;
    char* p = take(kPath);
    const long n = p == nullptr ? -1 : raw_call(SYS_readlink, arg(path), arg(p), kPath - 1);
    if (n < 0) return lost(path);
    p[n] = 0;
    e.content = p;
  } else if (S_ISDIR(s.st_mode)) {
    e.kind = Kind::kDirectory;
  } else {
    return lost(path);
  }
  entries[count++] = e;
}

// True if the entry's path holds something of another kind, or nothing, now.
bool remove_other(const Entry& e, uint32_t type) {
  struct stat s;
  if (raw_call(SYS_lstat, arg(e.path), arg(&s)) != 0) return true;
  if ((s.st_mode & S_IFMT) == type) return false;
  raw_call(S_ISDIR(s.st_mode) ? SYS_rmdir : SYS_unlink, arg(e.path));
  return true;
}

bool put_back_file(const Entry& e) {
  remove_other(e, S_IFREG);
  raw_call(SYS_chmod, arg(e.path), 0600);
  const long fd = raw_call(SYS_open, arg(e.path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return false;
  uint64_t done = 0;
  for (long n;
       done < e.size && (n = raw_call(SYS_write, fd, arg(e.content + done), static_cast<long>(e.size - done))) > 0;)
    done += static_cast<uint64_t>(n);
  raw_call(SYS_fchmod, fd, e.mode);
  raw_call(SYS_utimensat, fd, 0, arg(e.times), 0);
  raw_call(SYS_close, fd);
  return done == e.size;
}

bool put_back(const Entry& e) {
  struct stat s;
  switch (e.kind) {
    case Kind::kAbsent: return remove_other(e, 0) && raw_call(SYS_lstat, arg(e.path), arg(&s)) != 0;
    case Kind::kFile: return put_back_file(e);
    case Kind::kLink: return !remove_other(e, S_IFLNK) || raw_call(SYS_symlink, arg(e.content), arg(e.path)) == 0;
    case Kind::kDirectory:
      if (remove_other(e, S_IFDIR) && raw_call(SYS_mkdir, arg(e.path), e.mode) != 0) return false;
      return raw_call(SYS_chmod, arg(e.path), e.mode) == 0;
  }
  return false;
}

}  // namespace

void journal_enter() {
  if (entered) return;
  entered = true;
  surroundings_changed = true;
  if (lock < 0) {
    static char self[] = "/proc/self/exe";
    const long fd = raw_call(SYS_open, arg(self), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    lock = hide_descriptor(static_cast<int>(fd));
  }
  while (raw_call(SYS_flock, lock, LOCK_EX | LOCK_NB) == -EWOULDBLOCK) {
    ++g.ticks;  // alive, though it waits
    const timespec moment{0, 50000};
    raw_call(SYS_nanosleep, arg(&moment));
  }
}

void journal_save(int directory, const char* path, bool follow) {
  if (room == nullptr) {
    room = static_cast<char*>(our_pages(kRoom));
    entries = static_cast<Entry*>(our_pages(sizeof(Entry) * kMaxEntries));
  }
  static char whole[kPath], next[kPath];
  if (path == nullptr || path[0] == 0) return;
  if (!absolute(directory, path, whole)) return lost(path);
  if (begins(whole, "/proc/") || begins(whole, "/sys/")) {
    const char* last = strrchr(whole, '/');
    if (strcmp(last, "/comm") != 0) lost(whole);
    return;
  }
  for (int links = 0; follow && links < 16; ++links) {
    const long n = raw_call(SYS_readlink, arg(whole), arg(next), kPath - 1);
    if (n <= 0) break;
    next[n] = 0;
    if (next[0] == '/') {
      strcpy(whole, next);
    } else {
      char* slash = strrchr(whole, '/');
      if (static_cast<size_t>(slash - whole) + static_cast<size_t>(n) + 2 > kPath) return lost(path);
      strcpy(slash + 1, next);
    }
  }
  save(whole);
}

void journal_save_open(int fd) {
  struct stat s;
  if (raw_call(SYS_fstat, fd, arg(&s)) != 0 || S_ISCHR(s.st_mode) || S_ISFIFO(s.st_mode) || S_ISSOCK(s.st_mode)) return;
  char link[64], path[kPath];
  {
    PassThrough ours;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  }
  const long n = raw_call(SYS_readlink, arg(link), arg(path), kPath - 1);
  if (n <= 0) return;
  path[n] = 0;
  if (path[0] == '/' && s.st_nlink > 0) journal_save(AT_FDCWD, path, false);
}

void journal_restore() {
  while (count > 0)
    if (const Entry& e = entries[--count]; !put_back(e)) lost(e.path);
  used = 0;
  if (entered && lock >= 0) raw_call(SYS_flock, lock, LOCK_UN);
  entered = false;
}

}  // namespace heddle::rt
