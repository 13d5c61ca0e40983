// VERDICT: verified
// FALLBACK: memory changed
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char* text;
static size_t length;
static FILE* file;
static void* run(void* word) {
  pthread_mutex_lock(&m);
  fputs(word, file);
  fflush(file);
  pthread_mutex_unlock(&m);
  char own[] = "12 34";
  int a, b;
  FILE* in = fmemopen(own, 5, "r");
  assert(fscanf(in, "%d %d", &a, &b) == 2 && a + b == 46);
  fclose(in);
  return 0;
}
int main(void) {
  pthread_t t, u;
  file = open_memstream(&text, &length);
  pthread_create(&t, 0, run, "ab");
  pthread_create(&u, 0, run, "cd");
  pthread_join(t, 0);
  pthread_join(u, 0);
  fclose(file);
  assert(length == 4 && (!strcmp(text, "abcd") || !strcmp(text, "cdab")));
  free(text);
}
