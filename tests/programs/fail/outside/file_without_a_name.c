// Two streams on one file that never had a name: who writes first matters.
// VERDICT: bug:assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

static int file, other;

static void* run(void* letter) {
  pwrite(letter ? file : other, letter ? "a" : "b", 1, 0);
  return NULL;
}

int main(void) {
  pthread_t t;
  file = memfd_create("shared", 0);
  other = dup(file);
  pthread_create(&t, NULL, run, &file);
  run(NULL);
  pthread_join(t, NULL);
  char last;
  assert(pread(file, &last, 1, 0) == 1);
  assert(last == 'a');  // BUG
}
