// VERDICT: bug:deadlock
// REPORT: held by
// REPORT: lock f[1]
// RUN: 
// RUN: -DN=2
// RUN: -DN=3
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
/* Dining philosophers, all left-handed: a deadlock exists. */
#ifndef N
#define N 4
#endif
pthread_mutex_t f[N]; int ate[N];
void *run(void *a){ int i=(int)(long)a; pthread_mutex_lock(&f[i]); pthread_mutex_lock(&f[(i+1)%N]); ate[i]++; pthread_mutex_unlock(&f[(i+1)%N]); pthread_mutex_unlock(&f[i]); return 0; }
int main(void){ pthread_t t[N]; for(int i=0;i<N;i++) pthread_mutex_init(&f[i],0); for(long i=0;i<N;i++) pthread_create(&t[i],0,run,(void*)i); for(int i=0;i<N;i++) pthread_join(t[i],0); return 0; }
