// VERDICT: bug:assertion
// EXECUTIONS: mcr=2
// REPORT: input = 12345
// It takes a value and an order: the third thread has to read what the first wrote before it is overwritten.
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static atomic_int x;
static int y;
static void* first(void* a) {
  int i = __VERIFIER_nondet_int();
  x = i;
  x = 2;
  return 0;
}
static void* second(void* a) {
  int j = __VERIFIER_nondet_int();
  x = j;
  x = 4;
  return 0;
}
static void* third(void* a) {
  if (x == 12345) reach_error();  // BUG
  else y = 2;
  return 0;
}
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, first, 0);
  pthread_create(&t[1], 0, second, 0);
  pthread_create(&t[2], 0, third, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
