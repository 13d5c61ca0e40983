// VERDICT: bug:null-dereference
#include <pthread.h>
#include <string.h>
static char* volatile source = "text";
static char to[5];
static void* run(void* a) {
  source = 0;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  memcpy(to, source, 5);  // BUG
  pthread_join(t, 0);
  return to[0] == 1;
}
