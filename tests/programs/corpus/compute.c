// VERDICT: verified
// EXECUTIONS: dfs=6
// RUN: --engine dfs
// RUN: --engine dpor
// VERDICT: verified
// EXECUTIONS: dpor=6
// RUN: --engine optimal
// VERDICT: verified
// EXECUTIONS: optimal=6
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
/* Long local computation between few shared accesses: measures the cost of running the program itself. */
#ifndef N
#define N 3
#endif
atomic_uint total;
void *run(void *a){ unsigned h=(unsigned)(long)a+1; for(int i=0;i<200000;i++){ h^=h<<13; h^=h>>17; h^=h<<5; } total+=h; return 0; }
int main(void){ pthread_t t[N]; for(long i=0;i<N;i++) pthread_create(&t[i],0,run,(void*)i); for(int i=0;i<N;i++) pthread_join(t[i],0); return 0; }
