// The frame is left by longjmp, and the thread looks at its local later.
// VERDICT: bug:use-after-return
// REPORT: local variable value of leave, which has returned
// RUN: -O0
// RUN: -O1
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
static jmp_buf out;
static sem_t go;
static pthread_t t;
static void *look(void *p) {
  sem_wait(&go);
  return (void *)(long)*(int *)p;  // BUG
}
__attribute__((noinline)) static void leave(void) {
  int value = 1;
  pthread_create(&t, 0, look, &value);
  longjmp(out, 1);
}
int main(void) {
  sem_init(&go, 0, 0);
  if (setjmp(out) == 0) leave();
  sem_post(&go);
  pthread_join(t, 0);
  return 0;
}
