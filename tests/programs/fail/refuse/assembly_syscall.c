// VERDICT: inconclusive
// REASON: inline assembly that makes a system call
// RUN: -DHOW=1
// REASON: assembly_syscall.c:12
// RUN: -DHOW=2
// REASON: assembly_syscall.c:14
// A system call past the library, which could do anything.
#include <sys/syscall.h>
int main(void) {
  long result;
#if HOW == 1
  __asm__ __volatile__("syscall" : "=a"(result) : "a"(SYS_getpid) : "rcx", "r11");
#else
  __asm__ __volatile__("nop\n\tint $0x80" : "=a"(result) : "a"(20));
#endif
  return 0;
}
