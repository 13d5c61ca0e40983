// VERDICT: bug:assertion
// REPORT: not ordered with
#include <assert.h>
#include <pthread.h>
#include <wchar.h>
static int number;
static void* run(void* p) {
  swscanf(L"42", L"%d", &number);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  int seen = number;
  pthread_join(t, 0);
  assert(seen == 0);
}
