#include "runtime/hidden.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>

#include "base/hash.h"
#include "runtime/access.h"
#include "runtime/failure.h"

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
  if (!path.starts_with('/') || path.ends_with(" (deleted)")) return hidden_object("files without a name");
  return word_of(hash_of(path), kNames, kFiles);
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
  return length <= 0 ? 0 : file_word({path, static_cast<size_t>(length)});
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
