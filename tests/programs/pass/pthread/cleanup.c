// VERDICT: verified
// RUN: --engine dfs
// EXECUTIONS: dfs=1
// Cleanup handlers run in reverse order on pthread_exit, and on pop when asked.
#include <assert.h>
#include <pthread.h>

static int order[4], count;
static void note(void* a) { order[count++] = (int)(long)a; }
static void* run(void* a) {
  pthread_cleanup_push(note, (void*)1);
  pthread_cleanup_push(note, (void*)2);
  pthread_cleanup_push(note, (void*)3);
  pthread_cleanup_pop(1);
  pthread_exit(0);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  assert(count == 3);
  assert(order[0] == 3 && order[1] == 2 && order[2] == 1);
  return 0;
}
