// Locals handed to threads that are joined before the function returns, again and again in the same place on the stack.
// VERDICT: verified
// EXECUTIONS: dpor=2
// RUN: -O0
// RUN: -O1
// RUN: -O2 --engine dpor
// RUN: -O1 --engine dfs
#include <assert.h>
#include <pthread.h>
struct job { pthread_mutex_t m; int n; };
static void *work(void *p) {
  struct job *j = p;
  pthread_mutex_lock(&j->m);
  j->n++;
  pthread_mutex_unlock(&j->m);
  return 0;
}
__attribute__((noinline)) static int one(void) {
  pthread_t t;
  struct job j = {PTHREAD_MUTEX_INITIALIZER, 1};
  pthread_create(&t, 0, work, &j);
  work(&j);
  pthread_join(t, 0);
  return j.n;
}
__attribute__((noinline)) static int alone(int depth) {
  char room[40];
  struct job j = {PTHREAD_MUTEX_INITIALIZER, depth};
  for (int i = 0; i < 40; i++) ((volatile char *)room)[i] = (char)i;
  work(&j);
  return depth > 0 ? alone(depth - 1) + j.n - room[j.n] : 0;
}
int main(void) {
  assert(alone(5) == 0);
  assert(one() == 3);
  assert(alone(9) == 0);
  return 0;
}
