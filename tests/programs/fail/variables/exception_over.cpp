// The frame is left by an exception, and the thread looks at its local later.
// VERDICT: bug:use-after-return
// REPORT: local variable value of leave, which has returned
// RUN: -O0
// RUN: -O1
// RUN: -O2
#include <pthread.h>
#include <semaphore.h>
static sem_t go;
static pthread_t t;
static void *look(void *p) {
  sem_wait(&go);
  return reinterpret_cast<void *>(static_cast<long>(*static_cast<int *>(p)));  // BUG
}
[[gnu::noinline]] static void leave() {
  int value = 1;
  pthread_create(&t, nullptr, look, &value);
  throw 1;
}
int main() {
  sem_init(&go, 0, 0);
  try {
    leave();
  } catch (int) {
  }
  sem_post(&go);
  pthread_join(t, nullptr);
}
