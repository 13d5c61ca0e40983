// VERDICT: verified
// Assembly that touches no memory operand: pause, fences, compiler barriers, register arithmetic, cpuid, rdtsc.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static void* run(void* a) {
  x++;
  __asm__ __volatile__("pause");
  __asm__ __volatile__("pause" ::: "memory");
  __asm__ __volatile__("rep; nop" ::: "memory");
  __asm__ __volatile__("mfence" ::: "memory");
  __asm__ __volatile__("lfence" ::: "memory");
  __asm__ __volatile__("sfence" ::: "memory");
  __asm__ __volatile__("" ::: "memory");
  __asm__ __volatile__("nop");
  int n = 5;
  __asm__("addl $3, %0" : "+r"(n) : : "cc");
  assert(n == 8);
  unsigned eax = 0, ebx, ecx, edx;
  __asm__ __volatile__("cpuid" : "+a"(eax), "=b"(ebx), "=c"(ecx), "=d"(edx));
  __asm__("" : "+r"(n));
  x++;
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(x == 4);
  return 0;
}
