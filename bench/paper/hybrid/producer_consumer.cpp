// Producer and consumer: a buffer of two places behind a lock and a condition.
#include <cassert>

#include "threads.h"

static constexpr int kItems = 2;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int buffer[kItems], count;

static void* produce(void*) {
  for (int i = 0; i < kItems; ++i) {
#ifdef BUG
    const int at = count;  // outside of the lock
#endif
    Guard guard(mutex);
#ifndef BUG
    const int at = count;
#endif
    buffer[at] = i + 1;
    ++count;
    pthread_cond_signal(&filled);
  }
  return nullptr;
}
static void* consume(void*) {
  for (int i = 0; i < kItems; ++i) {
    Guard guard(mutex);
    while (count == 0) pthread_cond_wait(&filled, &mutex);
    --count;
    assert(buffer[count] != 0);
    buffer[count] = 0;
  }
  return nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, produce, nullptr);
  pthread_create(&b, nullptr, consume, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
