// VERDICT: inconclusive
// REASON: assembly_top_level.c has functions written in assembly
// RUN: -O0
// RUN: -O2 -DNAKED
// Functions that are written in assembly, outside all others.
#include <pthread.h>
long shared;
#ifdef NAKED
__attribute__((naked)) void bump(void) { __asm__("incq shared(%rip)\n\tret"); }
#else
void bump(void);
__asm__(".text\n.globl bump\n.type bump, @function\nbump: incq shared(%rip)\n ret\n");
#endif
static void* run(void* a) {
  bump();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  shared++;
  pthread_join(t, 0);
  return 0;
}
