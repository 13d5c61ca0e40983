// Functions that write or use less than they could: they stop early, fail, or are given memory of the caller's.
// VERDICT: verified
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

static char from[16] = "ab;cd", to[16];
static struct stat unused;

static void stops(void) {
  char* small = malloc(4);
  memcpy(small, "abcd", 4);
  assert(rawmemchr(small, 'c') == small + 2);
  assert(memccpy(to, from, ';', sizeof from) == to + 3);
  free(small);
}

static void fails(void) {
  regex_t pattern;
  regmatch_t match[1];
  assert(stat("no such file", &unused) == -1);
  assert(!regcomp(&pattern, "^a+b$", REG_EXTENDED | REG_NOSUB) && !regexec(&pattern, "aab", 10, match, 0));
  regfree(&pattern);
}

static void names(void) {
  char name[L_tmpnam], pattern[] = "heddleXXXXXX";
  assert(tmpnam(name) == name && mktemp(pattern) == pattern);
  char* other = tempnam(".", "abc");
  assert(other);
  free(other);
  assert(!strcmp(setlocale(LC_ALL, 0), "C"));
}

static void* first(void* p) {
  stops();
  fails();
  names();
  return p;
}

static void* second(void* p) {
  from[5] = to[6] = 'x';
  unused.st_size = 1;
  names();
  return p;
}

int main(void) {
  assert(getpriority(PRIO_PROCESS, 0) == 0);
  setpriority(PRIO_PROCESS, 0, 3);
  pthread_t t;
  pthread_create(&t, 0, first, 0);
  second(0);
  pthread_join(t, 0);
  assert(getpriority(PRIO_PROCESS, 0) == 3);
}
