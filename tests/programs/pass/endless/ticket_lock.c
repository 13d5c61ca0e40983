// A ticket lock of four tickets, which wrap around, without end.
// VERDICT: verified
// RUN: --engine explicit
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static _Atomic uint8_t next_ticket, now_serving;
static int inside;

static void* work(void* argument) {
  while (1) {
    const uint8_t mine = atomic_fetch_add(&next_ticket, 64);
    while (now_serving != mine) {
    }
    assert(++inside == 1);
    --inside;
    now_serving += 64;
  }
  return argument;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, work, NULL);
  work(NULL);
  return 0;
}
