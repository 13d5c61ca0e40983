// VERDICT: verified
// FILES: main.c queue.cpp
// RUN: -I. -DLIMIT=2
// C and C++ together.
#include <assert.h>
#include <pthread.h>

int queue_push(int);
int queue_size(void);
static void* run(void* x) {
  for (int i = 0; i < LIMIT; i++) queue_push(i);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(queue_size() == 2 * LIMIT);
  return 0;
}
