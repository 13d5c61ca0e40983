// VERDICT: verified
// A read waits for another thread to write.
#include <pthread.h>
#include <unistd.h>
static int ends[2];
static void* run(void* a) {
  write(ends[1], "x", 1);
  return 0;
}
int main(void) {
  char c;
  pthread_t t;
  pipe(ends);
  pthread_create(&t, 0, run, 0);
  read(ends[0], &c, 1);
  pthread_join(t, 0);
  return 0;
}
