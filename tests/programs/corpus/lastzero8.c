// RUN: -DN=3
// VERDICT: verified
// RUN: --engine dfs --max-executions 20000
// VERDICT: inconclusive
// REASON: execution
// RUN: --engine dpor
// VERDICT: verified
// EXECUTIONS: dpor=704
// RUN: --engine optimal
// VERDICT: verified
// EXECUTIONS: optimal=704
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
/* N threads each write array[i+1] = array[i] + 1; one searches for the last zero. */
#ifndef N
#define N 8
#endif
atomic_int arr[N+1];
void *wr(void *a){ long i=(long)a; arr[i+1]=arr[i]+1; return 0; }
void *rd(void *a){ int i; for(i=N; arr[i]!=0; i--); return 0; }
int main(void){ pthread_t t[N],q; pthread_create(&q,0,rd,0); for(long i=0;i<N;i++) pthread_create(&t[i],0,wr,(void*)i); for(int i=0;i<N;i++) pthread_join(t[i],0); pthread_join(q,0); return 0; }
