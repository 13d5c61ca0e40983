// VERDICT: verified
// Nobody reads: an error where the signal is ignored.
#include <unistd.h>
#include <signal.h>
#include <errno.h>
#include <assert.h>
int main() {
  int fd[2];
  signal(SIGPIPE, SIG_IGN);
  pipe(fd);
  close(fd[0]);
  assert(write(fd[1], "x", 1) < 0 && errno == EPIPE);
}
