// Figure 1 of the paper: both threads fetch the array from a field, then meet in its first element.
#include <cassert>

#include "threads.h"

static int storage[2];
static struct Shared {
  int* buffer = storage;
} shared;

static void* writer(void*) {
  int* buf = shared.buffer;
  buf[0] = 1;
  return nullptr;
}
static void* reader(void*) {
  int* buf = shared.buffer;
  const int first = buf[0], second = buf[0];
  assert(first == second);
  return nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, writer, nullptr);
  pthread_create(&b, nullptr, reader, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
