// RUN: --engine dfs --max-executions 20000
// VERDICT: inconclusive
// REASON: execution
// RUN: --engine dpor
// VERDICT: verified
// EXECUTIONS: dpor=216
// RUN: --engine optimal
// VERDICT: verified
// EXECUTIONS: optimal=216
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
/* Bubble sort without synchronisation: neighbours are swapped by concurrent threads. */
atomic_int d[4] = {4,3,2,1};
void *run(void *a){ int i=(int)(long)a; for(int k=0;k<2;k++){ int p=d[i], q=d[i+1]; if(p>q){ d[i]=q; d[i+1]=p; } } return 0; }
int main(void){ pthread_t t[3]; for(long i=0;i<3;i++) pthread_create(&t[i],0,run,(void*)i); for(int i=0;i<3;i++) pthread_join(t[i],0); return 0; }
