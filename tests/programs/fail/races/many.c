// VERDICT: bug:race
// REPORT: more than 20 races were found
// One missing lock, and every two accesses race: some are reported, and the check still ends soon.
#include <pthread.h>

static int x;

static void* count(void* a) {
  x++;
  x++;
  x++;
  x++;
  x++;
  x++;
  return a;
}

static void* count_too(void* a) {
  x++;
  x++;
  x++;
  x++;
  x++;
  x++;
  return a;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, count, 0);
  pthread_create(&t[1], 0, count_too, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
