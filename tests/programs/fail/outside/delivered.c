// Functions that the runtime has in place of the library's return values through pointers: into memory that another thread reads.
// VERDICT: bug:race
// RUN: -DWAY=1
// RUN: -DWAY=2
// RUN: -DWAY=3
// RUN: -DWAY=4
// RUN: -DWAY=5
// RUN: -DWAY=5 --engine dpor
// RUN: -DWAY=6
// RUN: -DWAY=7
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static void* pointer;
static int number;
static struct sigaction action;
static sem_t semaphore;
static struct flock lock = {.l_type = F_WRLCK};
static struct drand48_data random_state;
static double random_number;
static pthread_t first;
static volatile int seen;

static void* answer(void* argument) { return argument; }

static void* deliver(void* argument) {
#if WAY == 1
  pthread_join(first, &pointer);  // BUG
#elif WAY == 2
  sem_getvalue(&semaphore, &number);  // BUG
#elif WAY == 3
  if (posix_memalign(&pointer, 64, 64)) abort();  // BUG
#elif WAY == 4
  sigaction(SIGUSR1, 0, &action);  // BUG
#elif WAY == 5
  if (asprintf((char**)&pointer, "%d", 7) < 0) abort();  // BUG
#elif WAY == 6
  fcntl(open("/dev/null", O_RDWR), F_GETLK, &lock);  // BUG
#elif WAY == 7
  drand48_r(&random_state, &random_number);  // BUG
#endif
  return argument;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 3);
  pthread_create(&first, 0, answer, &thread);
  pthread_create(&thread, 0, deliver, 0);
  seen = pointer != 0;      // BUG
  seen += number;           // BUG
  seen += action.sa_flags;  // BUG
  seen += lock.l_type;      // BUG
  seen += random_number;    // BUG
  pthread_join(thread, 0);
}
