/* N threads take one lock M times each: (N*M)! / (M!)^N orders, 34,650 for 3 x 4. */
#include <pthread.h>

#ifndef N
#define N 3
#endif
#ifndef M
#define M 4
#endif

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *run(void *argument) {
  for (int i = 0; i < M; i++) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}
