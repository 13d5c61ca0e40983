// Library functions read memory that another thread writes.
// VERDICT: bug:race
// RUN: -DWAY=1 -lm
// RUN: -DWAY=2 -lm
// RUN: -DWAY=3 -lm
#include <err.h>
#include <fenv.h>
#include <pthread.h>
#include <syslog.h>

static char text[8] = "abc";
static fenv_t arithmetic;

static void* run(void* p) {
  text[1] = 'x';
  fegetenv(&arithmetic);
  return p;
}

int main(void) {
  fegetenv(&arithmetic);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#if WAY == 1
  warnx("%s", text);
#elif WAY == 2
  syslog(LOG_INFO, "%s", text);
#elif WAY == 3
  fesetenv(&arithmetic);
#endif
  pthread_join(t, 0);
}
