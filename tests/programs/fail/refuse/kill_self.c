// VERDICT: inconclusive
// A system call past the library: the worker is killed, or the assembly is refused. Nothing hangs.
#include <sys/syscall.h>
int main(void) {
  long pid, result;
  __asm__ __volatile__("syscall" : "=a"(pid) : "a"(SYS_getpid) : "rcx", "r11");
  __asm__ __volatile__("syscall" : "=a"(result) : "a"(SYS_kill), "D"(pid), "S"(9) : "rcx", "r11");
  return 0;
}
