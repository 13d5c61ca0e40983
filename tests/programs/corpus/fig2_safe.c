// RUN: --engine dfs --max-executions 100000
// VERDICT: inconclusive
// REASON: execution
// RUN: --engine dpor
// VERDICT: verified
// EXECUTIONS: dpor=1959
// RUN: --engine optimal
// VERDICT: verified
// EXECUTIONS: optimal=1959
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
/* Motivating example of the maximal causality paper (its Figure 2); the error needs a precise interleaving. */
#ifndef N
#define N 1
#endif
atomic_int x, y; pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
void *t1(void *a){ for(int i=0;i<2;i++){ pthread_mutex_lock(&l); x=1; for(int k=0;k<N;k++) y=1; pthread_mutex_unlock(&l);} return 0; }
void *t2(void *a){ for(int i=0;i<2;i++){ pthread_mutex_lock(&l); x=0; pthread_mutex_unlock(&l); if(x>0){ y=y+1; x=2; } } return 0; }
void *t3(void *a){ for(int i=0;i<2;i++){ if(x>1){ if(y==3) (void)0; else y=2; } } return 0; }
int main(void){ pthread_t a,b,c; pthread_create(&a,0,t1,0); pthread_create(&b,0,t2,0); pthread_create(&c,0,t3,0); pthread_join(a,0); pthread_join(b,0); pthread_join(c,0); return 0; }
