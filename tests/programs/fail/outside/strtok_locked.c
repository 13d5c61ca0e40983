// VERDICT: bug:assertion
// With a lock there is no race, but the second thread goes on where the first one was.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char a[] = "x y", b[] = "p q";
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static char* next(char* s) {
  pthread_mutex_lock(&m);
  char* word = strtok(s, " ");
  pthread_mutex_unlock(&m);
  return word;
}

static void* run(void* p) {
  next(a);
  char* second = next(0);
  assert(second && *second == 'y');
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  next(b);
  next(0);
  pthread_join(t, 0);
  return 0;
}
