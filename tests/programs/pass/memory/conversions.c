// VERDICT: verified
// Functions of the C library that compare, convert, print and sort, on shared memory under a lock: results as in the C library.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char text[64] = "one TWO three";
static char number[32] = " -42 rest";
static char* end;
static int values[9];
static struct { char name[300]; int key; } records[3];

static int by_value(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
static int by_key(const void* a, const void* b) {
  return *(const int*)((const char*)a + 300) - *(const int*)((const char*)b + 300);
}

static void* run(void* x) {
  pthread_mutex_lock(&m);
  assert(strcasecmp(text, "ONE two THREE") == 0 && strncasecmp(text, "onE", 3) == 0 && strpbrk(text, "WT") == text + 4);
  assert(strspn(text, "eno") == 3 && strcspn(text, " ") == 3 && memrchr(text, 'e', 13) == text + 12);
  assert(atoi(number) == -42 && atol(number) == -42 && atoll(number) == -42 && atof(number) == -42.0);
  assert(strtol(number, &end, 10) == -42 && strcmp(end, " rest") == 0);
  assert(strtoll(number, 0, 10) == -42 && strtoul("7", 0, 8) == 7 && strtoull("f", 0, 16) == 15);
  assert(strtod(number, &end) == -42.0 && end == number + 4);
  assert(snprintf(text, sizeof text, "%d %s %.1f", 5, "five", 0.5) == 10 && strcmp(text, "5 five 0.5") == 0);
  assert(snprintf(text, 4, "%d", 123456) == 6 && strcmp(text, "123") == 0 && text[4] == 'v');
  assert(snprintf(0, 0, "%d", 123456) == 6);
  assert(sprintf(text, "%c%c", 'o', 'k') == 2 && strcmp(text, "ok") == 0);
  assert(mempcpy(text, "one TWO three", 14) == text + 14);
  char* copy = strndup(text, 3);
  assert(strcmp(copy, "one") == 0);
  free(copy);
  for (int i = 0; i < 9; ++i) values[i] = (i * 5 + 3) % 9;
  qsort(values, 9, sizeof values[0], by_value);
  for (int i = 0; i < 9; ++i) assert(values[i] == i);
  for (int i = 0; i < 3; ++i) {
    records[i].key = (i + 2) % 3;
    records[i].name[299] = (char)('a' + (i + 2) % 3);
  }
  qsort(records, 3, sizeof records[0], by_key);
  for (int i = 0; i < 3; ++i) assert(records[i].key == i && records[i].name[299] == 'a' + i);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  int own[100];
  for (int i = 0; i < 100; ++i) own[i] = (i * 37) % 100;
  qsort(own, 100, sizeof own[0], by_value);
  for (int i = 0; i < 100; ++i) assert(own[i] == i);
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
