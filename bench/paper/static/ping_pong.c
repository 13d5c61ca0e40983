// Somebody takes the ball away between the test and the hit; hits are counted.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int ball = 1, hits, last;
static void *player(void *number) {
  for (int i = 0; i < 2; i++) {
    if (!ball) return 0;
    hits = hits + 1;
    last = hits;
    assert(ball);
  }
  return 0;
}
static void *keeper(void *unused) {
  hits = hits - 1;
  ball = 0;
  hits = hits - last;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, player, 0);
  pthread_create(&b, 0, keeper, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
