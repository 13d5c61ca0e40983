// VERDICT: verified
// alloca, variable-length arrays, and locals whose address another thread gets.
#include <alloca.h>
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void* fill(void* a) {
  memset(a, 1, 100);
  return 0;
}
static int sum(int n) {
  int vla[n];
  char* block = alloca((size_t)n);
  pthread_t t;
  memset(vla, 0, sizeof vla);
  pthread_create(&t, 0, fill, block);
  for (int i = 0; i < n; i++) vla[i] = i;
  pthread_join(t, 0);
  int s = 0;
  for (int i = 0; i < n; i++) s += vla[i] + block[i];
  return s;
}
static void* run(void* a) {
  assert(sum(100) == 5050);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  assert(sum(100) == 5050);
  pthread_join(t, 0);
  return 0;
}
