// VERDICT: verified
// RUN: -O0
// RUN: -O1
// RUN: -O2 -mavx2 -DVECTORS
// The counter of cycles and hardware random numbers come from the runtime, by whatever way they are asked for; lanes that are
// switched off are not touched; assembly that computes in registers is left alone.
#include <assert.h>
#include <immintrin.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
static _Alignas(16) int shared[4];
static atomic_int ended;
__attribute__((target("rdrnd"))) static unsigned number(void) {
  unsigned v;
  while (!_rdrand32_step(&v)) {
  }
  return v;
}
static uint64_t cycles(void) {
  uint32_t low, high;
  __asm__ __volatile__("lfence; rdtsc" : "=a"(low), "=d"(high) : : "memory");
  return (uint64_t)high << 32 | low;
}
static void* run(void* a) {
  const uint64_t start = __rdtsc(), then = cycles();
  assert(then > start);
  unsigned sum = number();
  __asm__("xorl %1, %0\n\tjc 1f\n\tlea 4(%0,%1,2), %0\n1:\tbswap %0" : "+r"(sum) : "r"(3) : "cc");
#ifdef VECTORS
  _mm_maskstore_epi32(shared, _mm_set_epi32(0, 0, 0, -1), _mm_set1_epi32((int)sum));
#endif
  ended = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  shared[1] = 5;
  while (!ended) {
  }
  assert(shared[1] == 5);
  pthread_join(t, 0);
  return 0;
}
