// RUN: -DN=11
// VERDICT: verified
// RUN: --engine dfs --max-executions 20000
// VERDICT: inconclusive
// REASON: execution
// RUN: --engine dpor
// VERDICT: verified
// EXECUTIONS: dpor=64
// RUN: --engine optimal
// VERDICT: verified
// EXECUTIONS: optimal=64
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
/* Threads insert into a shared hash table with compare-and-swap (the dynamic partial order reduction example). */
#ifndef N
#define N 13
#endif
#define SIZE 128
#define MAX 4
atomic_int table[SIZE];
void *run(void *a){ int tid=(int)(long)a, m=0, w, h; while(m<MAX){ w=(++m)*11+tid; h=(w*7)%SIZE; assert(h>=0 && h<SIZE); int z=0; while(!atomic_compare_exchange_strong(&table[h],&z,w)){ z=0; h=(h+1)%SIZE; } } return 0; }
int main(void){ pthread_t t[N]; for(long i=0;i<N;i++) pthread_create(&t[i],0,run,(void*)i); for(int i=0;i<N;i++) pthread_join(t[i],0); return 0; }
