// VERDICT: verified
// RUN: --engine dfs
// EXECUTIONS: dfs=32
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
/* Bounded buffer with a mutex and condition variables, one producer and one consumer. */
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; pthread_cond_t ne=PTHREAD_COND_INITIALIZER, nf=PTHREAD_COND_INITIALIZER; int buf, full, sum;
void *p(void *a){ for(int i=1;i<=3;i++){ pthread_mutex_lock(&m); while(full) pthread_cond_wait(&nf,&m); buf=i; full=1; pthread_cond_signal(&ne); pthread_mutex_unlock(&m);} return 0; }
void *c(void *a){ for(int i=1;i<=3;i++){ pthread_mutex_lock(&m); while(!full) pthread_cond_wait(&ne,&m); sum+=buf; full=0; pthread_cond_signal(&nf); pthread_mutex_unlock(&m);} return 0; }
int main(void){ pthread_t a,b; pthread_create(&a,0,p,0); pthread_create(&b,0,c,0); pthread_join(a,0); pthread_join(b,0); assert(sum==6); return 0; }
