#include "runtime/hidden.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/hash.h"
#include "runtime/access.h"
#include "runtime/failure.h"
#include "runtime/raw_call.h"

namespace heddle::rt {
namespace {

constexpr uint64_t kNames = 1024, kFiles = 3072;  // words; two that fall together are ordered without need, no more

// Words that this run changed.
uint64_t changed[kNames + kFiles];
uint32_t changed_count;

uint64_t word_of(uint64_t hash, uint64_t first, uint64_t count) { return kHiddenBase + (first + hash % count) * 8; }

uint64_t hash_of(std::string_view text) {
  uint64_t hash = text.size();
  for (const char c : text) hash = mix(hash, static_cast<unsigned char>(c));
  return hash;
}

// Files are told apart by their paths, which are the same in every run; numbers of inodes are not.
uint64_t file_word(std::string_view path) {
  if (!path.starts_with('/')) return hidden_object("files without a name");
  return word_of(hash_of(path), kNames, kFiles);
}

// Files that never had a name (tmpfile, memfd_create) are told apart by who made them.
struct Nameless {
  dev_t device;
  ino_t inode;
  uint64_t name;
};
constexpr uint32_t kMostNameless = 256;
Nameless nameless[kMostNameless];  // of this run
uint32_t nameless_count;
uint32_t made_by[kMaxThreads];

// "/tmp/#1234 (deleted)", "/memfd:name (deleted)"
bool never_had_a_name(std::string_view path) {
  const size_t slash = path.rfind('/');
  return path.ends_with(" (deleted)") &&
         (path.starts_with("/memfd:") || (slash + 1 < path.size() && path[slash + 1] == '#'));
}

uint64_t nameless_word(const struct stat& file) {
  for (uint32_t i = nameless_count; i > 0; --i)  // the last: numbers of inodes are used again
    if (nameless[i - 1].inode == file.st_ino && nameless[i - 1].device == file.st_dev)
      return word_of(nameless[i - 1].name, kNames, kFiles);
  return hidden_object("files without a name");
}

uint64_t get(uint64_t object) { return *reinterpret_cast<const uint64_t*>(object); }

void put(uint64_t object, uint64_t value) {
  uint64_t& word = *reinterpret_cast<uint64_t*>(object);
  if (word == 0 && changed_count < kNames + kFiles) changed[changed_count++] = object;
  word = value;
}

}  // namespace

void hidden_start() {
  void* p = mmap(reinterpret_cast<void*>(kHiddenBase), (kNames + kFiles) * 8, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (p == MAP_FAILED) refuse("cannot reserve address space");
}

void hidden_reset() {
  for (uint32_t i = 0; i < changed_count; ++i) *reinterpret_cast<uint64_t*>(changed[i]) = 0;
  changed_count = 0;
  if (nameless_count > 0) memset(made_by, 0, sizeof made_by);
  nameless_count = 0;
}

void note_nameless(int descriptor) {
  struct stat file;
  if (nameless_count == kMostNameless || raw_call(SYS_fstat, descriptor, reinterpret_cast<long>(&file)) != 0) return;
  nameless[nameless_count++] = {file.st_dev, file.st_ino, mix(mix(3, g.current), ++made_by[g.current])};
}

uint64_t hidden_object(std::string_view name) { return word_of(hash_of(name), 0, kNames); }

uint64_t hidden_descriptor(int number) { return word_of(mix(1, static_cast<uint64_t>(number)), kNames, kFiles); }

uint64_t hidden_handle(uint64_t handle) { return word_of(mix(2, handle), kNames, kFiles); }

// A file with several names has no path that tells it from others: all such are one.
static bool has_names(const struct stat& file) { return S_ISREG(file.st_mode) && file.st_nlink > 1; }

uint64_t hidden_file(int descriptor) {
  PassThrough ours;
  struct stat file;
  if (fstat(descriptor, &file) == 0 && has_names(file)) return hidden_object("files-of-several-names");
  char link[40], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = readlink(link, path, sizeof path);
  if (length <= 0) return 0;
  const std::string_view name(path, static_cast<size_t>(length));
  if (never_had_a_name(name)) return fstat(descriptor, &file) == 0 ? nameless_word(file) : 0;
  constexpr std::string_view kRemoved = " (deleted)";  // it remains the same file
  return file_word(name.ends_with(kRemoved) ? name.substr(0, name.size() - kRemoved.size()) : name);
}

uint64_t hidden_file(const char* path) {
  PassThrough ours;
  struct stat file;
  if (stat(path, &file) == 0 && has_names(file)) return hidden_object("files-of-several-names");
  char full[PATH_MAX];
  return realpath(path, full) == nullptr ? 0 : file_word(full);
}

void use_hidden(uint64_t object, outside::Effect::What how, uint64_t does, uint64_t position) {
  using What = outside::Effect::What;
  const bool atomic = how == What::kLocks || how == What::kAsks, changes = how == What::kLocks || how == What::kRaces;
  const uint8_t order = atomic ? 5 : 0;
  const uint64_t word = event_word(changes ? Op::kRmw : Op::kRead, atomic ? kAtomic : 0, order, 8);
  const bool visible = begin_access(word, object, 8, position);
  const uint64_t old = get(object);
  if (!changes) {
    if (visible) record(old);
    spin_read(object, 8, old);
    return;
  }
  const uint64_t now = mix(old, does) | 1;  // never 0: that is untouched
  spin_write(object, 8, old, visible);
  put(object, now);
  if (visible) record(old, now);
}

}  // namespace heddle::rt
