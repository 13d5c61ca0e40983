// VERDICT: verified
// Sleeping takes virtual time only: days pass in no time, and the clocks agree.
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/select.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void* run(void* x) {
  struct timespec a, b, hour = {3600, 0};
  clock_gettime(CLOCK_MONOTONIC, &a);
  assert(sleep(86400) == 0);
  usleep(999999);
  nanosleep(&hour, 0);
  clock_nanosleep(CLOCK_MONOTONIC, 0, &hour, 0);
  clock_gettime(CLOCK_MONOTONIC, &b);
  assert(b.tv_sec - a.tv_sec >= 86400 + 7200);
  return 0;
}

int main(void) {
  pthread_t t[2];
  time_t start = time(0);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  struct timeval tv;
  gettimeofday(&tv, 0);
  assert(time(0) - start >= 86400 && tv.tv_sec >= start + 86400);
  struct timespec a, b;
  clock_gettime(CLOCK_REALTIME, &a);
  clock_gettime(CLOCK_REALTIME, &b);
  assert(b.tv_sec > a.tv_sec || b.tv_nsec >= a.tv_nsec);
  poll(0, 0, 60000);
  struct timeval wait = {60, 0};
  select(0, 0, 0, 0, &wait);
  return 0;
}
