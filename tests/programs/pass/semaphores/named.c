// VERDICT: verified
// A semaphore with a name, which is unlinked at once.
#include <pthread.h>
#include <semaphore.h>
#include <fcntl.h>
#include <assert.h>
static sem_t* s;
static int n;
static void* w(void* p) {
  sem_wait(s);
  n++;
  sem_post(s);
  return 0;
}
int main() {
  s = sem_open("/heddle_t", O_CREAT, 0600, 1);
  assert(s != SEM_FAILED);
  sem_unlink("/heddle_t");
  pthread_t t, u;
  pthread_create(&t, 0, w, 0);
  pthread_create(&u, 0, w, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(n == 2);
  sem_close(s);
}
