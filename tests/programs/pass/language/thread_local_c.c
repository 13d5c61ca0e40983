// VERDICT: verified
// Thread-local variables start fresh in every thread and execution; errno belongs to the thread.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static __thread int counter = 3;
static __thread char zero[5000];
static atomic_int x;
static void* run(void* a) {
  assert(counter == 3 && zero[4999] == 0);
  counter = 4;
  memset(zero, 1, sizeof zero);
  errno = (int)(long)a;
  x++;
  assert(errno == (int)(long)a && counter == 4);
  return 0;
}

int main(void) {
  assert(counter == 3 && zero[17] == 0);
  counter = 100;
  zero[17] = 1;
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, run, (void*)(i + 1));
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(counter == 100);
  return 0;
}
