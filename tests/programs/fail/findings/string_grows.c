// VERDICT: bug:assertion
// RUN: --engine dpor --race=ignore
// RUN: --engine dpor-classic --race=ignore
// RUN: --engine optimal --race=ignore
// RUN: --engine mcr --race=ignore
// The string gets longer while its reader waits for its turn. So it is read up to what the third thread writes.
#include <assert.h>
#include <pthread.h>
#include <string.h>
static char text[8] = {'a', 0, 'c', 0};
static size_t seen;
static void* reads(void* a) {
  seen = strlen(text);
  return 0;
}
static void* lengthens(void* a) {
  __atomic_store_n(&text[1], 'b', __ATOMIC_SEQ_CST);
  return 0;
}
static void* shortens(void* a) {
  __atomic_store_n(&text[2], 0, __ATOMIC_SEQ_CST);
  return 0;
}
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, reads, 0);
  pthread_create(&t[1], 0, lengthens, 0);
  pthread_create(&t[2], 0, shortens, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(seen != 2);  // BUG
  return 0;
}
