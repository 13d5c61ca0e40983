// VERDICT: bug:race
// What read delivers is written by the thread that calls it.
#include <unistd.h>
#include <pthread.h>
int fd[2];
char buf[8];
static void* w(void* a) {
  read(fd[0], buf, 4);
  return 0;
}
int main() {
  pipe(fd);
  write(fd[1], "abcd", 4);
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  int v = buf[2];
  pthread_join(t, 0);
  return v == 1;
}
