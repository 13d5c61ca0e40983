// No more is read and written than there is.
// VERDICT: verified
// RUN: -lm
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <fenv.h>
#include <fnmatch.h>
#include <libgen.h>
#include <pthread.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

static void addresses(void) {
  struct in_addr short_one;
  struct in6_addr long_one;
  char text[INET6_ADDRSTRLEN];
  assert(inet_pton(AF_INET, "1.2.3.4", &short_one) == 1 && inet_pton(AF_INET6, "::1", &long_one) == 1);
  assert(!strcmp(inet_ntop(AF_INET, &short_one, text, sizeof text), "1.2.3.4"));
  assert(!strcmp(inet_ntop(AF_INET6, &long_one, text, sizeof text), "::1"));
}

static void characters(void) {
  fexcept_t flags;
  assert(fegetexceptflag(&flags, FE_ALL_EXCEPT) == 0);
  char16_t wide;
  mbstate_t state = {0};
  assert(mbrtoc16(&wide, "a", 1, &state) == 1 && wide == u'a');
  FILE* file = tmpfile();
  wchar_t line[8];
  assert(fputws(L"ab\n", file) >= 0 && fputwc(L'c', file) == L'c');
  rewind(file);
  assert(fgetws(line, 8, file) == line && !wcscmp(line, L"ab\n") && fgetwc(file) == L'c');
  fclose(file);
}

static void texts(void) {
  regex_t expression;
  regmatch_t match[2];
  assert(regcomp(&expression, "a(b)", REG_EXTENDED) == 0);
  assert(regexec(&expression, "xab", 2, match, 0) == 0 && match[1].rm_so == 2);
  regfree(&expression);
  char path[] = "/a/b", *made;
  assert(!strcmp(dirname(path), "/a") && fnmatch("a*", "abc", 0) == 0);
  assert(asprintf(&made, "%s-%d", path, 7) == 4 && !strcmp(made, "/a-7"));
  free(made);
}

static void* use(void* argument) {
  addresses();
  characters();
  texts();
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, use, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
