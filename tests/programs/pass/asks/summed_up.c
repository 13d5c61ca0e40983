// VERDICT: verified
// What is only added up and written is not asked for.
// EXECUTIONS: mcr=1
// RUN: -O0
// RUN: -O1
// RUN: -O2
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int sum;

static void* count(void* p) {
  for (int i = 1; i <= 6; i++) x = i;
  return 0;
}
static void* add_up(void* p) {
  int s = 0;
  for (int i = 0; i < 6; i++) s += x;
  sum = s;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, count, 0);
  pthread_create(&b, 0, add_up, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
