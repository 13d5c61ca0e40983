// VERDICT: bug:assertion
// Who prints first matters where the program has put a file in the place of its output.
// RUN: -DWAY=1
// RUN: -DWAY=2
// RUN: -DWAY=3
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static void* print(void* text) {
#if WAY == 1
  write(STDOUT_FILENO, text, 1);
#elif WAY == 2
  printf("%s", (const char*)text);
  fflush(stdout);
#else
  fputs(text, stderr);
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  char first = 0;
  const int file = open("redirected_output.txt", O_CREAT | O_TRUNC | O_RDWR, 0600);
  dup2(file, WAY == 3 ? STDERR_FILENO : STDOUT_FILENO);
  pthread_create(&t, 0, print, "b");
  print("a");
  pthread_join(t, 0);
  pread(file, &first, 1, 0);
  assert(first == 'a');  // BUG
}
