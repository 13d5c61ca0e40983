// VERDICT: bug:assertion
// Which of two writes to a file comes first is tried both ways.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int f;

static void* run(void* p) {
  write(f, "a", 1);
  return p;
}

int main(void) {
  f = open("/tmp/heddle-test-write-order", O_RDWR | O_CREAT | O_TRUNC, 0600);
  unlink("/tmp/heddle-test-write-order");
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  write(f, "b", 1);
  pthread_join(t, 0);
  char b[3] = {0};
  pread(f, b, 2, 0);
  assert(strcmp(b, "ab") == 0);
  return 0;
}
