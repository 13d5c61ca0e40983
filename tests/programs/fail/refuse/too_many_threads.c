// FALLBACK: the program has more than 64 threads
// VERDICT: inconclusive
// REASON: more than 254 different threads
#include <pthread.h>

static void* run(void* argument) { return argument; }

int main(void) {
  for (int i = 0; i < 300; i++) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
  }
  return 0;
}
