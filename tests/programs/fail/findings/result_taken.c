// What a thread does with the result of one that it joins depends on what that one saw; so does what it leaves behind for main.
// VERDICT: bug:assertion
// RUN: --race ignore -DWANTED=5
// RUN: --race ignore -DWANTED=6
// RUN: --race ignore -DWANTED=7
// RUN: --race ignore -DWANTED=7 --asks values
// RUN: --race ignore -DWANTED=7 -j2
#include <assert.h>
#include <pthread.h>

static int left[3];

static void* look(void* place) { return (void*)(long)*(int*)place; }

static void* ask(void* argument) {
  int place = 1;
  void* seen;
  pthread_t helper;
  pthread_create(&helper, 0, look, &place);
  place = 0;
  pthread_join(helper, &seen);
  left[(long)argument] = (int)(long)seen;
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], 0, ask, (void*)i);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  assert(left[0] + 2 * left[1] + 4 * left[2] != WANTED);  // BUG
}
