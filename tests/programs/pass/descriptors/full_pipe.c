// VERDICT: verified
// More than fits into a pipe: the writer waits for the reader.
#include <unistd.h>
#include <pthread.h>
#include <assert.h>
int fd[2];
static char big[70000], in[70000];
static void* w(void* a) {
  for (int i = 0; i < 70000; i++) big[i] = i * 7;
  assert(write(fd[1], big, sizeof big) == 70000);
  close(fd[1]);
  return 0;
}
int main() {
  pipe(fd);
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  int n = 0, r;
  while ((r = read(fd[0], in + n, 70000 - n)) > 0) n += r;
  assert(n == 70000 && in[69999] == (char)(69999 * 7));
  pthread_join(t, 0);
}
