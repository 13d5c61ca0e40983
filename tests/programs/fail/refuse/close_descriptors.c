// VERDICT: verified
// Closing every descriptor, as daemons do, does not take ours away.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
static atomic_int x;
static void* run(void* a) {
  x++;
  return 0;
}
int main(void) {
  for (int i = 0; i < 1024; i++) close(i);
  close_range(0, ~0U, 0);
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
