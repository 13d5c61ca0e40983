// VERDICT: bug:assertion
// Two threads write; which comes first is tried both ways.
// RUN: -O0
// RUN: -O2
#include <pthread.h>
#include <unistd.h>
#include <assert.h>
int fd[2];
static void* w(void* a) {
  char c = (char)(long)a;
  write(fd[1], &c, 1);
  return 0;
}
int main() {
  pipe(fd);
  pthread_t t, u;
  pthread_create(&t, 0, w, (void*)1);
  pthread_create(&u, 0, w, (void*)2);
  char c[2];
  read(fd[0], c, 1);
  read(fd[0], c + 1, 1);
  assert(c[0] == 1);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
