// Clerks sell tickets while there are some; everything depends on how many were sold.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int sold;
static void *clerk(void *unused) {
  if (sold < 2) sold = sold + 1;
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, clerk, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(sold <= 2);
}
