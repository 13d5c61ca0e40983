// VERDICT: bug:assertion
// REPORT: not ordered with
// getopt writes variables that the program can name.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static char* words[] = {"p", "-ax", 0};
static void* run(void* p) {
  getopt(2, words, "a:");
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  char* given = optarg;
  pthread_join(t, 0);
  assert(!given);
}
