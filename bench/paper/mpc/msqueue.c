/* The queue of Michael and Scott without locks; how many of at most K values are put in, and how often one is taken, are inputs. */
#include "input.h"
#include <stdlib.h>
#ifndef K
#define K 2
#endif

struct node {
  int value;
  _Atomic(struct node *) next;
};
struct node first;
_Atomic(struct node *) head = &first, tail = &first;

static void put(struct node *n, int value) {
  n->value = value;
  n->next = NULL;
  for (;;) {
    struct node *last = tail, *next = last->next;
    if (next != NULL) {
      atomic_compare_exchange_strong(&tail, &last, next);
      continue;
    }
    if (atomic_compare_exchange_strong(&last->next, &next, n)) {
      atomic_compare_exchange_strong(&tail, &last, n);
      return;
    }
  }
}

static int take(int *value) {
  for (;;) {
    struct node *old = head, *last = tail, *next = old->next;
    if (next == NULL) return 0;
    if (old == last) {
      atomic_compare_exchange_strong(&tail, &last, next);
      continue;
    }
    *value = next->value;
    if (atomic_compare_exchange_strong(&head, &old, next)) return 1;
  }
}

static void *producer(void *unused) {
  static struct node nodes[K];
  const int count = between(INPUT(K, 0), 0, K);
  for (int i = 0; i < count; i++) put(&nodes[i], i + 1);
  return NULL;
}

static void *consumer(void *unused) {
  int last = 0, value;
  for (int k = between(INPUT(K, 0), 0, K); k > 0; k--)
    if (take(&value)) {
      assert(value == last + 1);
      last = value;
    }
  return NULL;
}

int main(void) {
  pthread_t a = start(producer, NULL), b = start(consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
