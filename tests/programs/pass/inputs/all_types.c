// VERDICT: verified
// EXECUTIONS: mcr=1
// An input of every type; what is asserted holds for all of them, and nobody asks which it is.
#include <assert.h>
#include <stdbool.h>
extern bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  volatile long sum = __VERIFIER_nondet_bool() + __VERIFIER_nondet_char() + __VERIFIER_nondet_uchar();
  sum += __VERIFIER_nondet_short() + __VERIFIER_nondet_ushort() + __VERIFIER_nondet_int();
  sum += __VERIFIER_nondet_uint() + __VERIFIER_nondet_long() + __VERIFIER_nondet_ulong();
  return 0;
}
