// What these functions write depends on an argument, or is a structure of the loader's.
// VERDICT: bug:race
// RUN: -DWAY=1
// RUN: -DWAY=2
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <sys/prctl.h>

static char name[16] = "x";
static Dl_info info;
static volatile int seen;

static void* look(void* p) {
  seen = name[0] + (info.dli_fbase != 0);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, look, 0);
#if WAY == 1
  prctl(PR_GET_NAME, name);
#else
  dladdr((void*)look, &info);
#endif
  pthread_join(t, 0);
}
