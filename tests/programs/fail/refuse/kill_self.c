// VERDICT: bug:crash
// REPORT: killed by signal 9
// A system call past the library: the process is killed. Said, replayed, and nothing hangs.
#include <sys/syscall.h>
int main(void) {
  long pid, result;
  __asm__ __volatile__("syscall" : "=a"(pid) : "a"(SYS_getpid) : "rcx", "r11");
  __asm__ __volatile__("syscall" : "=a"(result) : "a"(SYS_kill), "D"(pid), "S"(9) : "rcx", "r11");
  return 0;
}
