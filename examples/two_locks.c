/* Two threads take the same two locks in different order. Nearly always that goes well. */
#include <pthread.h>

pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
int moved;

static void *to_the_right(void *unused) {
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  moved++;
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  return 0;
}

static void *to_the_left(void *unused) {
  pthread_mutex_lock(&right);
  pthread_mutex_lock(&left);
  moved--;
  pthread_mutex_unlock(&left);
  pthread_mutex_unlock(&right);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, to_the_right, 0);
  pthread_create(&b, 0, to_the_left, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
