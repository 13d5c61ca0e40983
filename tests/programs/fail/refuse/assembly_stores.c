// VERDICT: inconclusive
// REASON: inline assembly that may touch memory
// RUN: -DSTORE
// RUN: -DSTRING
// RUN: -DPUSH
// RUN: -DABSOLUTE -O0
// RUN: -DBYTES
// RUN: -DINTEL -O2
// RUN: -DCALL
// RUN: -DSYMBOL
// Assembly that stores, through a register or by its nature, and does not say so.
#include <pthread.h>
long shared;
void helper(void) { shared++; }
static void* run(void* a) {
#if defined(STORE)
  __asm__ __volatile__("movl $1, (%0)" : : "r"(&shared));
#elif defined(STRING)
  __asm__ __volatile__("stosb" : : "a"(1), "D"(&shared));
#elif defined(PUSH)
  __asm__ __volatile__("mov %0, %%rsp\n\tpush %%rax" : : "r"(&shared));
#elif defined(ABSOLUTE)
  __asm__ __volatile__("movl $1, %P0" : : "i"(&shared));
#elif defined(BYTES)
  __asm__ __volatile__(".byte 0xc7, 0x00, 1, 0, 0, 0" : : "a"(&shared));
#elif defined(INTEL)
  __asm__ __volatile__(".intel_syntax noprefix\n\tmov dword ptr [rax], 1\n\t.att_syntax" : : "a"(&shared));
#elif defined(CALL)
  __asm__ __volatile__("call helper" : : : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11");
#else
  __asm__ __volatile__("incq shared(%rip)");
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  long seen = shared;
  pthread_join(t, 0);
  return seen == 77;
}
