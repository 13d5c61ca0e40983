/* The paper's motivating example, figure 2, as M0; -DM=n adds n threads, each of which adds one if its input is 10, and asks for that many more. */
#include "input.h"
#ifndef M
#define M 0
#endif

int x, y;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused) {
  int i = INPUT(3, 4);
  x = 2;
  y = 5;
  if (i == 3) {
    x++;
    pthread_mutex_lock(&lock);
    y--;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

static void *second(void *unused) {
  x = 5;
  y = 0;
  if (x == 101 + M)
    if (y == 2) assert(!"crash");
  return NULL;
}

static void *third(void *unused) {
  x = 100;
  for (int j = between(INPUT(2, 1), 0, 2); j > 0; j--) {
    pthread_mutex_lock(&lock);
    y++;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

static void *more(void *unused) {
  if (INPUT(10, 9) == 10) x++;
  return NULL;
}

int main(void) {
  pthread_t threads[3 + M];
  threads[0] = start(first, NULL);
  threads[1] = start(second, NULL);
  threads[2] = start(third, NULL);
  for (int i = 0; i < M; i++) threads[3 + i] = start(more, NULL);
  for (int i = 0; i < 3 + M; i++) pthread_join(threads[i], NULL);
}
