// Two threads list a directory, each with a stream of its own.
// VERDICT: verified
// RUN: --engine dpor
// RUN:
#include <assert.h>
#include <dirent.h>
#include <pthread.h>
#include <stddef.h>

static void* run(void* none) {
  (void)none;
  int entries = 0;
  DIR* directory = opendir("/usr/include/arpa");
  assert(directory);
  while (readdir(directory)) ++entries;
  assert(entries > 2);
  closedir(directory);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  run(NULL);
  pthread_join(t, NULL);
}
