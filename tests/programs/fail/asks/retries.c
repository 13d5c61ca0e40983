// VERDICT: bug:assertion
// EXECUTIONS: mcr=5
// Two clerks put up their number until it is still there when they look. There is no longest run of a clerk, so who follows one
// clerk for as long as it tries never comes to the visitor.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int board;

static void* clerk(void* number) {
  const int mine = (int)(long)number;
  do board = mine;
  while (board != mine);
  return 0;
}

static void* visitor(void* p) {
  const int first = board, second = board, third = board;
  assert(!(first == 2 && second == 1 && third == 2));  // BUG
  return p;
}

int main(void) {
  pthread_t clerks[2], other;
  for (long i = 0; i < 2; i++) pthread_create(&clerks[i], 0, clerk, (void*)(i + 1));
  pthread_create(&other, 0, visitor, 0);
  for (int i = 0; i < 2; i++) pthread_join(clerks[i], 0);
  pthread_join(other, 0);
}
