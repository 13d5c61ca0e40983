// VERDICT: bug:assertion
// RUN: -O0 -DFIRST
// RUN: -O1 -DFIRST
// RUN: -O2
// Functions that call each other in a circle, one of which takes words from a text: the rounds of the loop differ. Judged first or
// last, the circle makes no round equal to another.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
static atomic_int flag;
static char text[] = "a b c d e f g h i j k l m n o p q r s t u v w x y z";
static int left(int n);
__attribute__((noinline)) static int more(int n) { return n > 0 ? left(n - 1) : 0; }
__attribute__((noinline)) static int left(int n) { int x = more(n); return x + (strtok(NULL, " ") != NULL); }
#ifdef FIRST
__attribute__((noinline)) void drain(void) { while (!atomic_load(&flag)) if (left(1) == 0) break; }
#endif
static void* waiter(void* p) {
  strtok(text, " ");
  while (!atomic_load(&flag)) if (more(1) == 0) break;
  assert(atomic_load(&flag));   /* can fail: the words run out */
  return 0;
}
int main(int argc, char** argv) {
  pthread_t a;
  pthread_create(&a, 0, waiter, 0);
  atomic_store(&flag, 1);
#ifdef FIRST
  if (argc > 6) drain();
#endif
  pthread_join(a, 0);
  return 0;
}
