// Two threads fill halves of one array: no order of theirs matters, and hybrid knows so before it has seen it.
// VERDICT: verified
// RUN: --engine dfs
// EXECUTIONS: dfs=1
// RUN: --engine dfs --relevance seen+hybrid
// EXECUTIONS: dfs=1
// RUN: --engine dfs --relevance hybrid
// EXECUTIONS: dfs=2
#include <pthread.h>
char data[8];
int two[2];
static void* a(void* p) {
  for (int i = 0; i < 4; i++) data[i] = i;
  two[0] = 1;
  return p;
}
static void* b(void* p) {
  for (int i = 4; i < 8; i++) data[i] = i;
  two[1] = 1;
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
