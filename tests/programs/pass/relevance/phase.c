// buf is shared in one phase only: after the other thread's read nobody need be asked before a writes.
// VERDICT: verified
// RUN: --engine dfs --relevance seen
// EXECUTIONS: dfs=8
// RUN: --engine dfs --relevance hybrid
// EXECUTIONS: dfs=8
// REPORT: 7 choices with hybrid
// RUN: --engine dfs --relevance seen+hybrid
// EXECUTIONS: dfs=8
// REPORT: 7 choices with seen+hybrid
#include <pthread.h>
#include <stdatomic.h>
atomic_int buf[8];
atomic_int ready;
static void* a(void* p) {
  buf[0] = 1;
  for (int k = 0; k < 6; k++) buf[0] = k;
  return p;
}
static void* b(void* p) {
  int v = buf[0];
  ready = v;
  ready = 1;
  ready = 2;
  ready = 3;
  return p;
}
int main() {
  pthread_t s, t;
  pthread_create(&s, 0, a, 0);
  pthread_create(&t, 0, b, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
