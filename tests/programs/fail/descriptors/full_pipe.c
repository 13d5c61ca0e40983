// VERDICT: bug:deadlock
// More than fits into a pipe, and nobody else to read it.
#include <unistd.h>
#include <pthread.h>
int fd[2];
static char big[70000];
int main() {
  pipe(fd);
  write(fd[1], big, sizeof big);
  char c;
  read(fd[0], &c, 1);
}
