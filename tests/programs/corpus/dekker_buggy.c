// VERDICT: bug:assertion
// REPORT: assertion failed: in==1
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
/* A broken mutual exclusion: the flag is raised after the check. */
atomic_int f0,f1,in;
void *p0(void *a){ if(!f1){ f0=1; in++; assert(in==1); in--; f0=0; } return 0; }
void *p1(void *a){ if(!f0){ f1=1; in++; assert(in==1); in--; f1=0; } return 0; }
int main(void){ pthread_t a,b; pthread_create(&a,0,p0,0); pthread_create(&b,0,p1,0); pthread_join(a,0); pthread_join(b,0); return 0; }
