// VERDICT: verified
// EXECUTIONS: dfs=70
// RUN: --engine dfs
// RUN: --engine dpor
// VERDICT: verified
// EXECUTIONS: dpor=70
// RUN: --engine optimal
// VERDICT: verified
// EXECUTIONS: optimal=70
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
/* Two writers, the parent asserts after both joined (assertion-guided paper, Figure 9). */
atomic_int a0;
void *t1(void *a){ for(int i=1;i<=4;i++) a0=i; return 0; }
void *t2(void *a){ for(int i=5;i<=8;i++) a0=i; return 0; }
int main(void){ pthread_t a,b; pthread_create(&a,0,t1,0); pthread_create(&b,0,t2,0); pthread_join(a,0); pthread_join(b,0); assert(a0!=2); return 0; }
