// Functions by which the kernel or the C library writes into the program's memory. In a large area of globals untouched
// pages are write-protected (snapshot.h); the kernel would refuse to write there, so they are opened first.
#include <cstdio>

#include "runtime/interpose.h"
#include "runtime/snapshot.h"

using namespace heddle::rt;

HEDDLE_API ssize_t pread(int file, void* to, size_t size, off_t offset) {
  if (controlled()) snapshot_touch(at(to), size);
  static auto* next = reinterpret_cast<ssize_t (*)(int, void*, size_t, off_t)>(real_symbol("pread"));
  return next(file, to, size, offset);
}
HEDDLE_API size_t fread(void* to, size_t size, size_t count, FILE* file) {
  if (controlled()) snapshot_touch(at(to), size * count);
  static auto* next = reinterpret_cast<size_t (*)(void*, size_t, size_t, FILE*)>(real_symbol("fread"));
  return next(to, size, count, file);
}
HEDDLE_API char* fgets(char* to, int size, FILE* file) {
  if (controlled() && size > 0) snapshot_touch(at(to), static_cast<uint64_t>(size));
  static auto* next = reinterpret_cast<char* (*)(char*, int, FILE*)>(real_symbol("fgets"));
  return next(to, size, file);
}
