// VERDICT: bug:use-after-free
// REPORT: works on a stream that was closed before
#include <dirent.h>
#include <pthread.h>
static DIR* directory;
static void* run(void* p) {
  readdir(directory);  // BUG
  return p;
}
int main(void) {
  pthread_t t;
  directory = opendir("/");
  pthread_create(&t, 0, run, 0);
  closedir(directory);
  pthread_join(t, 0);
}
