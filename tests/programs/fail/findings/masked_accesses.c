// VERDICT: bug:assertion
// RUN: -DLOAD -mavx2
// RUN: -DSTORE -mavx2 -O3
// RUN: -DUNALIGNED -msse3 -O0
// RUN: -DLANES -mavx512f -mavx512vl
// RUN: -DPACK -mavx512f -mavx512vl
// Vectors of which only some lanes are read or written: each lane is an access.
#include <assert.h>
#include <immintrin.h>
#include <pthread.h>
_Alignas(64) int shared[8];
static int seen;
static void* run(void* a) {
#if defined(LOAD)
  seen = _mm_extract_epi32(_mm_maskload_epi32(shared, _mm_set_epi32(0, 0, -1, 0)), 1);
#elif defined(UNALIGNED)
  __m128i v = _mm_lddqu_si128((__m128i*)(shared + 1));
  seen = _mm_cvtsi128_si32(v);
#elif defined(LANES)
  __m128i v = _mm_mask_loadu_epi32(_mm_setzero_si128(), 2, shared);
  seen = _mm_extract_epi16(v, 2);
#elif defined(PACK)
  __m128i v = _mm_maskz_expandloadu_epi32(2, shared + 1);
  seen = _mm_extract_epi16(v, 2);
#else
  _mm_maskstore_epi32(shared, _mm_set_epi32(0, 0, -1, 0), _mm_set1_epi32(1));
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef STORE
  seen = shared[1];
#else
  shared[1] = 1;
#endif
  pthread_join(t, 0);
  assert(seen == 0);  // BUG
  return 0;
}
