// VERDICT: bug
// RUN: --engine dfs --keep-going
// RUN: --engine dpor --keep-going
// RUN: --engine mcr --keep-going
// The run that shows the race (write and free) fails in the step after it; the schedule of the race ends before.
#include <pthread.h>
#include <stdlib.h>

static struct {
  pthread_mutex_t m;
  int v;
}* p;

static void* user(void* a) {
  pthread_mutex_lock(&p->m);  // BUG
  p->v++;                     // BUG
  pthread_mutex_unlock(&p->m);  // BUG
  return 0;
}
static void* owner(void* a) {
  free(p);  // BUG
  free(p);  // BUG
  return 0;
}

int main(void) {
  pthread_t t[2];
  p = malloc(sizeof *p);
  pthread_mutex_init(&p->m, 0);
  p->v = 0;
  pthread_create(&t[0], 0, user, 0);
  pthread_create(&t[1], 0, owner, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
