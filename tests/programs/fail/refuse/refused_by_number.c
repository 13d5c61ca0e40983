// VERDICT: inconclusive
// System calls by their numbers: what is not known to be harmless is refused by name.
// RUN: -DCALL=SYS_clone
// REASON: system call clone
// RUN: -DCALL=SYS_semop
// REASON: system call semop
// RUN: -DCALL=SYS_rt_sigtimedwait
// REASON: system call rt_sigtimedwait
// RUN: -DCALL=SYS_timerfd_create
// REASON: system call timerfd_create
// RUN: -DCALL=SYS_sethostname
// REASON: system call sethostname
// RUN: -DCALL=SYS_setuid
// REASON: system call setuid
// RUN: -DCALL=4711
// REASON: system call 4711
#include <sys/syscall.h>
#include <unistd.h>
int main(void) { return syscall(CALL, 0, 0, 0, 0, 0, 0) == 12345; }
