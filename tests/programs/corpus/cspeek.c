// VERDICT: verified
// EXECUTIONS: dfs=12870
// RUN: --engine dfs
// RUN: --engine dpor
// VERDICT: verified
// EXECUTIONS: dpor=12870
// RUN: --engine optimal
// VERDICT: verified
// EXECUTIONS: optimal=12870
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
/* One mutex protects a whole array; the threads touch different halves (assertion-guided paper, Figure 8). */
#ifndef N
#define N 8
#endif
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int arr[2*N];
void *lo(void *a){ for(int i=0;i<N;i++){ pthread_mutex_lock(&m); arr[i]=arr[i]+1; pthread_mutex_unlock(&m);} return 0; }
void *hi(void *a){ for(int i=N;i<2*N;i++){ pthread_mutex_lock(&m); arr[i]=arr[i]+1; pthread_mutex_unlock(&m);} return 0; }
int main(void){ pthread_t a,b; pthread_create(&a,0,lo,0); pthread_create(&b,0,hi,0); pthread_join(a,0); pthread_join(b,0); return 0; }
