// A loop that waits for a plain variable, as many programs have it, reads it again and again.
// VERDICT: verified
// RUN: --race=ignore --engine dfs
// RUN: --race=ignore --engine dpor -O2
// The flag is plain, so it races.
#include <pthread.h>
#include <stdbool.h>

bool ready;
int data;

void *waiter(void *argument) {
  while (!ready) {
  }
  return data == 1 ? 0 : argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  data = 1;
  ready = true;
  pthread_join(t, 0);
  return 0;
}
