// VERDICT: bug:use-after-return
// The buffer's function has returned.
#include <pthread.h>
#include <stdio.h>
static FILE* file;
static void* give(void* p) {
  char buffer[512];
  setvbuf(file, buffer, _IOFBF, sizeof buffer);
  return p;
}
static void* use(void* p) {
  fputs("hello", file);  // BUG
  return p;
}
int main(void) {
  pthread_t t;
  file = fopen("lent_buffer.txt", "w");
  pthread_create(&t, 0, give, 0);
  pthread_join(t, 0);
  pthread_create(&t, 0, use, 0);
  pthread_join(t, 0);
}
