// VERDICT: verified
// RUN: --engine dfs
// EXECUTIONS: dfs=70
// Every execution starts from the same globals, statics, heap and constructors' results.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static int initialised = 7, bss;
static char large[1 << 20];
static char* from_constructor;
static atomic_int x;
__attribute__((constructor)) static void build(void) {
  from_constructor = malloc(16);
  strcpy(from_constructor, "fresh");
  bss = 1;
}
static void* run(void* a) {
  static atomic_int calls;
  int mine = ++calls;
  assert(mine <= 2);
  for (int i = 0; i < 3; i++) x++;
  return 0;
}

int main(void) {
  assert(initialised == 7 && bss == 1 && large[12345] == 0 && strcmp(from_constructor, "fresh") == 0);
  initialised = 0;
  bss = 0;
  memset(large, 1, sizeof large);
  strcpy(from_constructor, "used");
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  free(from_constructor);
  return 0;
}
