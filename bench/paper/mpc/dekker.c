/* Dekker's mutual exclusion for two threads, with at most TRIES looks before a thread gives up; how often each enters is an input. */
#include "input.h"
#ifndef TRIES
#define TRIES 3
#endif

atomic_int wants[2], turn;
int inside;

static int enter(int me) {
  wants[me] = 1;
  for (int i = 0; i < TRIES; i++) {
    if (!wants[1 - me]) return 1;
    if (turn != me) {
      wants[me] = 0;
      while (turn != me)
        if (++i >= TRIES) return 0;
      wants[me] = 1;
    }
  }
  wants[me] = 0;
  return 0;
}

static void leave(int me) {
  turn = 1 - me;
  wants[me] = 0;
}

static void work(int me, int times) {
  for (int i = 0; i < times; i++)
    if (enter(me)) {
      assert(inside++ == 0);
      inside--;
      leave(me);
    }
}

static void *one(void *unused) { return work(0, between(INPUT(1, 0), 0, 1)), NULL; }
static void *two(void *unused) { return work(1, between(INPUT(1, 0), 0, 1)), NULL; }

int main(void) {
  pthread_t a = start(one, NULL), b = start(two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
