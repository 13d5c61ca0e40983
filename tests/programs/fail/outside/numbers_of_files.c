// Who opens a file first gets the smaller number, though both only read.
// VERDICT: bug:assertion
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>

static int number[2];

static void* run(void* first) {
  number[first == NULL] = open(first ? "/etc/passwd" : "/etc/group", O_RDONLY);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, number);
  run(NULL);
  pthread_join(t, NULL);
  assert(number[1] < number[0]);  // BUG
}
