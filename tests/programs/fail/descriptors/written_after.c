// VERDICT: bug:race
// What is written after the byte was sent is not ordered by it.
#include <pthread.h>
#include <unistd.h>
int fd[2];
int data;
static void* w(void* a) {
  char c = 1;
  write(fd[1], &c, 1);
  data = 42;
  return 0;
}
int main() {
  pipe(fd);
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  char c;
  read(fd[0], &c, 1);
  int d = data;
  pthread_join(t, 0);
  return d;
}
