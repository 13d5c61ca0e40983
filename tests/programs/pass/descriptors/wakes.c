// VERDICT: verified
// A pipe wakes a thread that waits in poll.
#include <unistd.h>
#include <poll.h>
#include <pthread.h>
#include <assert.h>
int wake[2];
int stop;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* loop(void* a) {
  for (;;) {
    struct pollfd p = {wake[0], POLLIN, 0};
    poll(&p, 1, -1);
    char c;
    read(wake[0], &c, 1);
    pthread_mutex_lock(&m);
    int s = stop;
    pthread_mutex_unlock(&m);
    if (s) return 0;
  }
}
int main() {
  pipe(wake);
  pthread_t t;
  pthread_create(&t, 0, loop, 0);
  write(wake[1], "k", 1);
  pthread_mutex_lock(&m);
  stop = 1;
  pthread_mutex_unlock(&m);
  write(wake[1], "k", 1);
  pthread_join(t, 0);
}
