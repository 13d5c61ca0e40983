// VERDICT: inconclusive
// RUN: -DBY_KILL
// REASON: kill
// RUN: 
// REASON: system call
// kill(2), by the library and by syscall.
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
#ifdef BY_KILL
  kill(getpid(), SIGKILL);
#else
  syscall(SYS_kill, getpid(), SIGKILL);
#endif
  return 0;
}
