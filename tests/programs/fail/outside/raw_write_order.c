// VERDICT: bug:assertion
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
static int file;
static void* run(void* p) {
  syscall(SYS_write, file, "a", 1);
  return p;
}
int main(void) {
  pthread_t t;
  file = open("raw_write_order.txt", O_CREAT | O_RDWR | O_TRUNC, 0600);
  pthread_create(&t, 0, run, 0);
  syscall(SYS_write, file, "b", 1);
  pthread_join(t, 0);
  char first = 0;
  pread(file, &first, 1, 0);
  assert(first == 'b');
}
