// VERDICT: verified
// What was written before the end was closed is read, then nothing more.
#include <pthread.h>
#include <unistd.h>
#include <assert.h>
#include <string.h>
int fd[2];
static void* w(void* a) {
  assert(write(fd[1], "hello", 5) == 5);
  close(fd[1]);
  return 0;
}
int main() {
  pipe(fd);
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  char b[16];
  int n = 0, r;
  while ((r = read(fd[0], b + n, sizeof b - n)) > 0) n += r;
  assert(r == 0 && n == 5 && !memcmp(b, "hello", 5));
  pthread_join(t, 0);
}
