// Both threads fetch the array from a field and meet in its first element.
// RUN: --engine dfs --relevance heap --race ignore
// VERDICT: bug:assertion
// RUN: --engine dfs --relevance fields --race ignore
// VERDICT: bug:assertion
// RUN: --engine dfs --relevance hybrid --race ignore
// VERDICT: bug:assertion
// RUN: --engine dpor --relevance hybrid --race ignore
// VERDICT: bug:assertion
// RUN: --engine dfs --relevance heap --array-choices off --race ignore
// VERDICT: inconclusive
// REASON: no scheduling choices
#include <assert.h>
#include <pthread.h>
static int storage[2];
static int* buffer = storage;
static void* writer(void* p) {
  int* buf = buffer;
  buf[0] = 1;
  return p;
}
static void* reader(void* p) {
  int* buf = buffer;
  int first = buf[0], second = buf[0];
  assert(first == second);  // BUG
  return p;
}
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
