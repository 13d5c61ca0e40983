// Inodes and blocks, a lock each: a thread looks for a free block for its inode.
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 15
#endif
#define BLOCKS 26
#define INODES 32
static pthread_mutex_t inode_lock[INODES], block_lock[BLOCKS];
static int inode[INODES], busy[BLOCKS];
static void *run(void *argument) {
  int i = (int)(long)argument % INODES;
  pthread_mutex_lock(&inode_lock[i]);
  if (inode[i] == 0) {
    for (int b = i * 2 % BLOCKS, tries = 0; tries < BLOCKS; b = (b + 1) % BLOCKS, tries++) {
      pthread_mutex_lock(&block_lock[b]);
      int mine = !busy[b];
      if (mine) busy[b] = 1, inode[i] = b + 1;
      pthread_mutex_unlock(&block_lock[b]);
      if (mine) break;
    }
  }
  pthread_mutex_unlock(&inode_lock[i]);
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < INODES; i++) pthread_mutex_init(&inode_lock[i], 0);
  for (int i = 0; i < BLOCKS; i++) pthread_mutex_init(&block_lock[i], 0);
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, run, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  for (int i = 0; i < N; i++) assert(inode[i] > 0);
}
