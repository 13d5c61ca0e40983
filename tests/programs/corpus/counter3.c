// VERDICT: verified
// EXECUTIONS: dfs=924
// RUN: --engine dfs
// RUN: --engine dpor
// VERDICT: verified
// EXECUTIONS: dpor=328
// RUN: --engine optimal
// VERDICT: verified
// EXECUTIONS: optimal=328
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
/* Two threads, one adds and one subtracts, three rounds each, unsynchronised read-modify-write. */
#ifndef N
#define N 3
#endif
atomic_int c;
void *inc(void *a){ for(int i=0;i<N;i++) atomic_store(&c, atomic_load(&c)+1); return 0; }
void *dec(void *a){ for(int i=0;i<N;i++) atomic_store(&c, atomic_load(&c)-1); return 0; }
int main(void){ pthread_t a,b; pthread_create(&a,0,inc,0); pthread_create(&b,0,dec,0); pthread_join(a,0); pthread_join(b,0); return 0; }
