// RUN: -DN=2
// VERDICT: verified
// RUN: --engine dfs --max-executions 20000
// VERDICT: inconclusive
// REASON: execution
// RUN: --engine dpor
// VERDICT: verified
// EXECUTIONS: dpor=1698
// RUN: --engine optimal
// VERDICT: verified
// EXECUTIONS: optimal=1698
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
/* Fibonacci race of the verification competition, three rounds. */
#ifndef N
#define N 3
#endif
atomic_int fi=1,fj=1;
void *t1(void *a){ for(int k=0;k<N;k++) fi=fi+fj; return 0; }
void *t2(void *a){ for(int k=0;k<N;k++) fj=fj+fi; return 0; }
int main(void){ pthread_t a,b; pthread_create(&a,0,t1,0); pthread_create(&b,0,t2,0); int f=21; (void)f; int x=fi, y=fj; assert(x<=21 && y<=21); pthread_join(a,0); pthread_join(b,0); return 0; }
