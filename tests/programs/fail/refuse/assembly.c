// VERDICT: inconclusive
// REASON: assembly
// REASON: assembly.c:8
// Inline assembly that touches memory.
#include <pthread.h>
static int x;
static void* run(void* a) {
  __asm__ __volatile__("lock; incl %0" : "+m"(x));
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
