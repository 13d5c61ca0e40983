/* A small program beside 64 MiB of globals that it never touches: BIG=1 zero ones, BIG=2 initialised ones (in the file). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#if BIG == 1
char untouched[64 << 20];
#elif BIG == 2
char untouched[64 << 20] = {1};
#endif
#if BIG
char *volatile keep = untouched;
#endif

atomic_int x;

void *run(void *argument) {
  for (int i = 0; i < 3; i++) atomic_fetch_add(&x, 1);
  return 0;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(x == 9);
  return 0;
}
