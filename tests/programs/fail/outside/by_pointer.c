// VERDICT: bug:assertion
// REPORT: not ordered with
// A library function is called through a pointer, and what it writes is seen.
#include <assert.h>
#include <math.h>
#include <pthread.h>

static double whole;
static struct {
  double (*split)(double, double*);
} operations = {modf};

static void* run(void* p) {
  operations.split(3.5, &whole);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  double k = whole;
  pthread_join(t, 0);
  assert(k == 0);
  return 0;
}
