// LIBRARY: libck-dev | ck_stack
// VERDICT: verified
// NEEDS: ck_stack.h
// RUN: --race=ignore
// Loads and stores of Concurrency Kit are volatile, which the language does not call atomic.
#include <assert.h>
#include <ck_stack.h>
#include <pthread.h>

static ck_stack_t stack;
static ck_stack_entry_t entry[2];
static void* push(void* x) {
  ck_stack_push_upmc(&stack, x);
  return 0;
}

int main(void) {
  pthread_t t[2];
  ck_stack_init(&stack);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, push, &entry[i]);
  int n = 0;
  if (ck_stack_pop_upmc(&stack)) n++;
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  while (ck_stack_pop_upmc(&stack)) n++;
  assert(n == 2);
  return 0;
}
