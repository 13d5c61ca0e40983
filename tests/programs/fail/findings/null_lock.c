// VERDICT: bug:null-dereference
// Locking a mutex through a null pointer.
#include <pthread.h>
static pthread_mutex_t* volatile m;
int main(void) {
  pthread_mutex_lock(m);  // BUG
  return 0;
}
