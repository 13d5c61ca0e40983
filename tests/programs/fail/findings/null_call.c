// VERDICT: bug:null-dereference
// REPORT: null
#include <pthread.h>
static void hello(void) {}
static void (*volatile handler)(void);
static void* run(void* a) {
  handler = hello;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  handler();  // BUG
  pthread_join(t, 0);
  return 0;
}
