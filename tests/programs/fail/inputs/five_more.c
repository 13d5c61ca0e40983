// VERDICT: bug:assertion
// RUN: --race ignore --keep-going
// EXECUTIONS: mcr=11
// Five equal threads, and two others, have to be given certain inputs and to add up in one order of very many. No search of all states
// ends soon: the question is asked as a formula, both to find the failure and to know that there is nothing else.
#include <assert.h>
#include <pthread.h>
#define MORE 5
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int sum, count;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *down(void *p) {
  int i = __VERIFIER_nondet_int();
  sum = 2;
  count = 5;
  if (i == 3) {
    sum++;
    pthread_mutex_lock(&lock);
    count--;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

static void *asks(void *p) {
  sum = 5;
  count = 0;
  if (sum == 101 + MORE)
    if (count == 2) assert(0);
  return 0;
}

static void *up(void *p) {
  sum = 100;
  int j = __VERIFIER_nondet_int();
  __VERIFIER_assume(j >= 0 && j <= 2);
  while (j-- > 0) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

static void *more(void *p) {
  int k = __VERIFIER_nondet_int();
  if (k == 10) sum++;
  return 0;
}

int main(void) {
  pthread_t t[3 + MORE];
  pthread_create(&t[0], 0, down, 0);
  pthread_create(&t[1], 0, asks, 0);
  pthread_create(&t[2], 0, up, 0);
  for (int i = 0; i < MORE; i++) pthread_create(&t[3 + i], 0, more, 0);
  for (int i = 0; i < 3 + MORE; i++) pthread_join(t[i], 0);
  return 0;
}
