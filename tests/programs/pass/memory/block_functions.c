// VERDICT: verified
// Block and string functions on shared memory, under a lock: results as in the C library, parts of arrays too.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char text[64] = "one two three";
static int numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8};

static void* run(void* x) {
  pthread_mutex_lock(&m);
  char local[64];
  strcpy(local, text);
  assert(strlen(text) == 13 && strcmp(local, text) == 0 && strncmp(text, "one", 3) == 0);
  assert(strchr(text, 't') == text + 4 && strrchr(text, 'e') == text + 12 && strstr(text, "three") == text + 8);
  assert(memchr(text, 'w', 64) == text + 5);
  strcat(text, " four");
  assert(strcmp(text, "one two three four") == 0);
  text[13] = 0;
  memmove(numbers + 1, numbers, 4 * sizeof(int));
  assert(numbers[0] == 1 && numbers[1] == 1 && numbers[4] == 4 && numbers[5] == 6);
  memmove(numbers, numbers + 1, 4 * sizeof(int));
  numbers[4] = 5;
  assert(numbers[0] == 1 && numbers[3] == 4);
  char* d = strdup(text);
  assert(strcmp(d, "one two three") == 0);
  free(d);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
