// VERDICT: bug:race
// Both write the library's one buffer.
#include <assert.h>
#include <pthread.h>
#include <time.h>


static void* run(void* p) {
  time_t z = 0;
  ctime(&z);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  time_t z = 9;
  ctime(&z);
  pthread_join(t, 0);
  return 0;
}
