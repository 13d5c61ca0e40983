// N threads, the main thread among them.
#pragma once
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

void* work(void* argument);

int main(void) {
  pthread_t thread;
  for (intptr_t i = 1; i < N; i++) pthread_create(&thread, 0, work, (void*)i);
  work(0);
  return 0;
}
