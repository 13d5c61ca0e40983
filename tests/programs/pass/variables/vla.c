// VERDICT: verified
// RUN: -O0
// RUN: -O1
// RUN: -O2
#include <alloca.h>
#include <assert.h>
#include <pthread.h>
#include <string.h>
static void *fill(void *p) {
  strcpy(p, "0123456");
  return 0;
}
__attribute__((noinline)) static int lengths(int n) {
  int sum = 0;
  for (int i = 1; i <= n; i++) {
    char room[i * 8];
    fill(room);
    sum += (int)strlen(room);
    char *more = alloca(8 + i % 2);
    fill(more);
    sum += (int)strlen(more);
  }
  return sum;
}
int main(int argc, char **argv) {
  char room[argc * 8];
  pthread_t t;
  pthread_create(&t, 0, fill, room);
  assert(lengths(5) == 70);
  pthread_join(t, 0);
  assert(strlen(room) == 7);
  return 0;
}
