// VERDICT: bug:null-dereference
#include <pthread.h>
static int* volatile shared;
static int cell;
static void* run(void* a) {
  shared = &cell;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  *shared = 3;  // BUG
  pthread_join(t, 0);
  return 0;
}
