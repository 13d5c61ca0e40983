// VERDICT: verified
// RUN: --engine dfs
// calloc and mmap give zeros, malloc and locals a pattern; the same in every execution, also where memory is used again.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "several_runs.h"
static int all(const unsigned char* p, size_t n, unsigned char value) {
  for (size_t i = 0; i < n; i++)
    if (p[i] != value) return 0;
  return 1;
}
int main(void) {
  for (int round = 0; round < 2; round++) {
    unsigned char* a = malloc(100);
    unsigned char* b = calloc(10, 10);
    unsigned char* c = malloc(20000);
    unsigned char* d = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(all(a, 100, 0xbe) && all(b, 100, 0) && all(c, 20000, 0xbe) && all(d, 8192, 0));
    memset(a, 1, 100);
    memset(b, 1, 100);
    memset(c, 1, 20000);
    memset(d, 1, 8192);
    a = realloc(a, 200);
    assert(all(a, 100, 1) && all(a + 100, 100, 0xbe));
    free(a);
    free(b);
    free(c);
    munmap(d, 8192);
  }
  several_runs();
  return 0;
}
