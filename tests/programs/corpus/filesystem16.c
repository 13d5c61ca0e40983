// RUN: -DN=2
// VERDICT: verified
// RUN: --engine dfs --max-executions 20000
// VERDICT: inconclusive
// REASON: execution
// RUN: --engine dpor
// VERDICT: verified
// EXECUTIONS: dpor=8
// RUN: --engine optimal
// VERDICT: verified
// EXECUTIONS: optimal=8
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
/* File system of the dynamic partial order reduction paper: inodes and blocks, a lock each. */
#ifndef N
#define N 16
#endif
#define NB 26
#define NI 32
pthread_mutex_t li[NI], lb[NB]; int inode[NI], busy[NB];
void *run(void *a){ int tid=(int)(long)a, i=tid%NI, b; pthread_mutex_lock(&li[i]); if(inode[i]==0){ b=(i*2)%NB; for(;;){ pthread_mutex_lock(&lb[b]); if(!busy[b]){ busy[b]=1; inode[i]=b+1; pthread_mutex_unlock(&lb[b]); break; } pthread_mutex_unlock(&lb[b]); b=(b+1)%NB; } } pthread_mutex_unlock(&li[i]); return 0; }
int main(void){ pthread_t t[N]; for(int i=0;i<NI;i++) pthread_mutex_init(&li[i],0); for(int i=0;i<NB;i++) pthread_mutex_init(&lb[i],0); for(long i=0;i<N;i++) pthread_create(&t[i],0,run,(void*)i); for(int i=0;i<N;i++) pthread_join(t[i],0); return 0; }
