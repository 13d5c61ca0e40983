// VERDICT: verified
// All of it is behind the lock.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* run(void* p) {
  time_t z = 86400 * 800;
  pthread_mutex_lock(&m);
  gmtime(&z);
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  time_t z = 0;
  pthread_mutex_lock(&m);
  int year = gmtime(&z)->tm_year;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(year == 70);
  return 0;
}
