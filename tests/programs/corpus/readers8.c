// RUN: --engine dfs -DN=6
// VERDICT: verified
// EXECUTIONS: dfs=5040
// RUN: --engine dpor
// VERDICT: verified
// EXECUTIONS: dpor=256
// RUN: --engine optimal
// VERDICT: verified
// EXECUTIONS: optimal=256
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
/* One writer, N readers: 2^N read outcomes. */
#ifndef N
#define N 8
#endif
atomic_int x;
void *wr(void *a){ x=1; return 0; }
void *rd(void *a){ (void)atomic_load(&x); return 0; }
int main(void){ pthread_t t[N],q; pthread_create(&q,0,wr,0); for(int i=0;i<N;i++) pthread_create(&t[i],0,rd,0); for(int i=0;i<N;i++) pthread_join(t[i],0); pthread_join(q,0); return 0; }
