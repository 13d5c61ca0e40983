// VERDICT: bug:crash
// Nobody reads: the signal ends the process.
#include <unistd.h>
int main() {
  int fd[2];
  pipe(fd);
  close(fd[0]);
  write(fd[1], "x", 1);
}
