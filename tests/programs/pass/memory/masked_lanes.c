// VERDICT: verified
// The lane that another thread writes is switched off. The optimiser, which knows the memory to be there, would read all of them.
// RUN: -O2 -mavx2
// RUN: -O2 -mavx2 --engine dpor
#include <immintrin.h>
#include <pthread.h>
static int numbers[8], others[8];
static void* run(void* p) {
  numbers[3] = 1;
  _mm256_maskstore_epi32(others, _mm256_setr_epi32(-1, 0, 0, 0, 0, 0, 0, 0), _mm256_set1_epi32(2));
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  __m256i got = _mm256_maskload_epi32(numbers, _mm256_setr_epi32(0, 0, -1, 0, -1, 0, 0, 0));
  others[1] = 3;
  pthread_join(t, 0);
  return _mm256_extract_epi32(got, 2) + (others[1] != 3) + (others[0] != 2);
}
