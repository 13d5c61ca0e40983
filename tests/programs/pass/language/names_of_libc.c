// VERDICT: verified
// RUN: --exit-code -w -fno-builtin
// Variables and functions with names that the C library uses, too: they are the program's own.
#include <pthread.h>

int open, read, index, close, mmap, sleep, random, error, optarg, getenv, printf, memcpy, sigaction, exit_status;
static int sent;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void write(int n) { sent += n; }
int listen(void) { return open + read; }

static void* run(void* a) {
  pthread_mutex_lock(&m);
  open++, read++, index++, close++, mmap++, sleep++, random++, error++, optarg++, getenv++, printf++, memcpy++, sigaction++;
  write(1);
  pthread_mutex_unlock(&m);
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  return listen() + sent == 6 ? 0 : 1;
}
