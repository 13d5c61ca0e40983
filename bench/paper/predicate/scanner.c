// A parallel scanner: workers take files from a queue and count matches under another lock. Files are numbers.
#include <assert.h>
#include <pthread.h>
#define FILES 3
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER, match_lock = PTHREAD_MUTEX_INITIALIZER;
static int next_file;
static int matches, lines;
static void *scan(void *unused) {
  for (int round = 0; round < FILES; round++) {
    pthread_mutex_lock(&queue_lock);
    int file = next_file < FILES ? next_file++ : -1;
    pthread_mutex_unlock(&queue_lock);
    if (file < 0) break;
    assert(file < FILES);
    pthread_mutex_lock(&match_lock);
    matches += file & 1;
    lines += 10 * file;
    pthread_mutex_unlock(&match_lock);
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, scan, 0);
  pthread_create(&b, 0, scan, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
