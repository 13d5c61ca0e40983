// VERDICT: bug:lock-misuse
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  pthread_rwlock_unlock(&l);  // BUG
  return 0;
}
