// VERDICT: verified
// Thousands of blocks of all sizes, freed by another thread, reallocated, aligned and zeroed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <malloc.h>

enum { N = 5000 };
static void* block[N];
static atomic_int x;
static void* run(void* a) {
  for (int i = 0; i < N; i++) {
    block[i] = malloc((size_t)i % 700 + 1);
    memset(block[i], i, (size_t)i % 700 + 1);
  }
  x++;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  x++;
  pthread_join(t, 0);
  for (int i = 0; i < N; i++) {
    assert(*(char*)block[i] == (char)i);
    assert(malloc_usable_size(block[i]) >= (size_t)i % 700 + 1);
    free(block[i]);
  }
  char* p = 0;
  for (size_t n = 1; n < 100000; n *= 3) {
    p = realloc(p, n);
    p[n - 1] = 7;
  }
  p = realloc(p, 10);
  assert(p);
  free(p);
  int* zero = calloc(1000, sizeof *zero);
  for (int i = 0; i < 1000; i++) assert(zero[i] == 0);
  free(zero);
  void* aligned;
  assert(posix_memalign(&aligned, 4096, 100) == 0 && (uintptr_t)aligned % 4096 == 0);
  free(aligned);
  aligned = aligned_alloc(64, 128);
  assert((uintptr_t)aligned % 64 == 0);
  free(aligned);
  aligned = memalign(256, 3);
  assert((uintptr_t)aligned % 256 == 0);
  free(aligned);
  free(0);
  assert(reallocarray(0, SIZE_MAX / 2, 4) == 0);
  return 0;
}
