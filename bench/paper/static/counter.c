// Two threads change a counter that nobody looks at before the end.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int counter;
static void *up(void *unused) {
  for (int i = 0; i < 3; i++) counter = counter + 1;
  return 0;
}
static void *down(void *unused) {
  for (int i = 0; i < 3; i++) counter = counter - 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, up, 0);
  pthread_create(&b, 0, down, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
