// VERDICT: verified
// The MCS queue lock: each thread spins on its own node, in its own stack frame.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct Node {
  struct Node* _Atomic next;
  atomic_int locked;
};
static struct Node* _Atomic tail;
static int n;
static void* run(void* x) {
  struct Node me;
  atomic_store(&me.next, NULL);
  atomic_store(&me.locked, 1);
  struct Node* before = atomic_exchange(&tail, &me);
  if (before) {
    atomic_store(&before->next, &me);
    while (me.locked) {
    }
  }
  n++;
  struct Node* expected = &me;
  if (!atomic_compare_exchange_strong(&tail, &expected, NULL)) {
    while (!me.next) {
    }
    atomic_store(&me.next->locked, 0);
  }
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(n == 2);
  return 0;
}
