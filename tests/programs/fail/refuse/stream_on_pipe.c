// VERDICT: inconclusive
// Streams of the C library do not wait where we see it.
// REASON: works on a pipe
#include <unistd.h>
#include <stdio.h>
int main() {
  int fd[2];
  pipe(fd);
  dup2(fd[1], 1);
  printf("x\n");
  fflush(stdout);
  char b[4];
  read(fd[0], b, 2);
  return b[0] != 'x';
}
