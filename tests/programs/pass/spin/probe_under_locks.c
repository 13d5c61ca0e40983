// VERDICT: verified
// Open addressing, a lock for each slot: the loop walks on over a table and ends by itself. It is no wait.
#include <pthread.h>

enum { kSlots = 16, kFull = 10 };
static pthread_mutex_t lock[kSlots];
static int slot[kSlots];

static int put(int at, int value) {
  pthread_mutex_lock(&lock[at]);
  int free = slot[at] == 0;
  if (free) slot[at] = value;
  pthread_mutex_unlock(&lock[at]);
  return free;
}

static void* insert(void* value) {
  int at = 0;
  while (!put(at, (int)(long)value)) at = (at + 1) % kSlots;
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < kFull; i++) slot[i] = 100 + i;
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, insert, (void*)(i + 1));
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
