// VERDICT: verified
// A structure is copied as a block and written in pieces, under a lock: what the block holds is known from its pieces.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct pair { int a, b; double c; char name[12]; };
struct pair shared, copy;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *whole(void *arg) {
  struct pair mine = {1, 2, 3.0, "whole"};
  pthread_mutex_lock(&m);
  shared = mine;
  pthread_mutex_unlock(&m);
  return 0;
}
void *pieces(void *arg) {
  pthread_mutex_lock(&m);
  shared.a = 5;
  shared.b = 6;
  shared.name[1] = 'x';
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, whole, 0);
  pthread_create(&t[1], 0, pieces, 0);
  pthread_mutex_lock(&m);
  memcpy(&copy, &shared, sizeof copy);
  pthread_mutex_unlock(&m);
  assert((copy.a == 0 && copy.b == 0) || (copy.a == 1 && copy.b == 2) || (copy.a == 5 && copy.b == 6));
  assert(copy.c == 0 || copy.name[4] == 'e');
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
