// VERDICT: verified
// EXECUTIONS: dfs=1680
// RUN: --engine dfs
// RUN: --engine dpor
// VERDICT: verified
// EXECUTIONS: dpor=1680
// RUN: --engine optimal
// VERDICT: verified
// EXECUTIONS: optimal=1680
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
/* Three threads, three atomic increments each: 1680 orders; measures executions per second. */
atomic_int x;
void *run(void *a){ for(int i=0;i<3;i++) atomic_fetch_add(&x,1); return 0; }
int main(void){ pthread_t t[3]; for(int i=0;i<3;i++) pthread_create(&t[i],0,run,0); for(int i=0;i<3;i++) pthread_join(t[i],0); assert(x==9); return 0; }
