// VERDICT: bug:assertion
// REPORT: assertion failed: bal==20
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
/* Deposits and withdrawals; one path forgets the lock. */
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; atomic_int bal;
void *dep(void *a){ pthread_mutex_lock(&m); bal=bal+10; pthread_mutex_unlock(&m); return 0; }
void *wdr(void *a){ int b=bal; if(b>=5){ pthread_mutex_lock(&m); bal=b-5; pthread_mutex_unlock(&m);} return 0; }
int main(void){ pthread_t t[4]; bal=10; pthread_create(&t[0],0,dep,0); pthread_create(&t[1],0,wdr,0); pthread_create(&t[2],0,dep,0); pthread_create(&t[3],0,wdr,0); for(int i=0;i<4;i++) pthread_join(t[i],0); assert(bal==20); return 0; }
