// VERDICT: verified
// Functions that call back.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <ftw.h>
#include <glob.h>
#include <pthread.h>
#include <search.h>
#include <stdlib.h>
#include <sys/statvfs.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* tree;
static int keys[2] = {1, 2}, seen;
static int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
static void visit(const void* node, VISIT when, int depth) {
  if (when == postorder || when == leaf) seen += **(int* const*)node;
}
static int each(const char* path, const struct stat* s, int kind, struct FTW* where) { return 1; }
static void* run(void* key) {
  pthread_mutex_lock(&m);
  assert(*(int**)tsearch(key, &tree, compare) == key);
  pthread_mutex_unlock(&m);
  struct dirent** names;
  int n = scandir("/", &names, 0, alphasort);
  assert(n > 2 && names[0]->d_name[0] == '.');
  while (n > 0) free(names[--n]);
  free(names);
  glob_t found;
  assert(glob("/dev/nul?", 0, 0, &found) == 0 && found.gl_pathc == 1);
  globfree(&found);
  assert(nftw("/", each, 4, FTW_PHYS) == 1);
  struct statvfs space;
  assert(statvfs("/", &space) == 0);
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, run, &keys[0]);
  pthread_create(&u, 0, run, &keys[1]);
  pthread_join(t, 0);
  pthread_join(u, 0);
  twalk(tree, visit);
  assert(seen == 3);
}
