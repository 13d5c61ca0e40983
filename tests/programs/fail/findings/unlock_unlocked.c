// VERDICT: bug:lock-misuse
// REPORT: not locked
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_unlock(&m);  // BUG
  return 0;
}
