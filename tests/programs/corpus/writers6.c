// VERDICT: verified
// EXECUTIONS: dfs=5040
// RUN: --engine dfs
// RUN: --engine dpor
// VERDICT: verified
// EXECUTIONS: dpor=5040
// RUN: --engine optimal
// VERDICT: verified
// EXECUTIONS: optimal=5040
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
/* N writers of the same constant and one reader: one of two values is read. */
#ifndef N
#define N 6
#endif
atomic_int x; int r;
void *wr(void *a){ x=1; return 0; }
void *rd(void *a){ r=x; return 0; }
int main(void){ pthread_t t[N],q; for(int i=0;i<N;i++) pthread_create(&t[i],0,wr,0); pthread_create(&q,0,rd,0); for(int i=0;i<N;i++) pthread_join(t[i],0); pthread_join(q,0); assert(r==0||r==1); return 0; }
