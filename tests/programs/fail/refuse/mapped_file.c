// Memory of a file that is written to: what threads do there is not seen.
// VERDICT: inconclusive
// REASON: mmap
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
static int *count;
static void *add(void *unused) {
  ++*count;
  return 0;
}
int main(void) {
  FILE *f = tmpfile();
  fputs("0123456789", f);
  fflush(f);
  count = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(f), 0);
  pthread_t a;
  pthread_create(&a, 0, add, 0);
  pthread_join(a, 0);
  return 0;
}
