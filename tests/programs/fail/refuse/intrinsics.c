// VERDICT: inconclusive
// REASON: may touch shared memory
// RUN: -DGATHER -mavx2
// RUN: -DSAVE -mfxsr
// RUN: -DMASKMOV
// RUN: -DSCATTER -mavx512f
// Instructions of the processor that touch memory in ways that are not known here.
#include <immintrin.h>
#include <pthread.h>
_Alignas(64) int shared[256];
static void* run(void* a) {
#if defined(GATHER)
  __m128i v = _mm_i32gather_epi32(shared, _mm_set_epi32(0, 1, 2, 3), 4);
  return (void*)(long)_mm_cvtsi128_si32(v);
#elif defined(SAVE)
  _fxsave(shared);
#elif defined(SCATTER)
  _mm512_i32scatter_epi32(shared, _mm512_set1_epi32(1), _mm512_set1_epi32(2), 4);
#else
  _mm_maskmoveu_si128(_mm_set1_epi8(1), _mm_set1_epi8(-1), (char*)shared);
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return shared[0] == 77;
}
