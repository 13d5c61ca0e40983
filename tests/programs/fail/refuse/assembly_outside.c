// VERDICT: inconclusive
// REASON: comes from outside
// RUN: -DINSTRUCTION='"cpuid"' -DREGISTERS='"=a"(v)' -DINPUT='"a"(1)'
// RUN: -DINSTRUCTION='"rdpmc"' -DREGISTERS='"=a"(v)' -DINPUT='"c"(0)'
// RUN: -DINSTRUCTION='"xgetbv"' -DREGISTERS='"=a"(v)' -DINPUT='"c"(0)'
// RUN: -DINSTRUCTION='"rdrand %0"' -DREGISTERS='"=r"(v)' -DINPUT=
// RUN: -DINSTRUCTION='"rdseedl %0"' -DREGISTERS='"=r"(v)' -DINPUT= -O0
// RUN: -DPROCESSOR -mrdpid
// What the processor answers differs from run to run.
#include <immintrin.h>
#include <stdio.h>
int main(void) {
  unsigned v;
#ifdef PROCESSOR
  v = _rdpid_u32();
#else
  __asm__ __volatile__(INSTRUCTION : REGISTERS : INPUT : "ebx", "edx");
#endif
  return v == 12345;
}
