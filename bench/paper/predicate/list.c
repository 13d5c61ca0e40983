// Numbers are put in front of a list by compare-exchange; its length is counted, and each thread checks what it puts in.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define MANY 3
struct item {
  int key;
  int next;
};
static struct item items[2 * MANY + 1];
static atomic_int head, length, tries;
static void *push(void *argument) {
  int first = (int)(long)argument;
  for (int i = 0; i < MANY; i++) {
    int at = first + i;
    int key = at * 7 % 13;
    assert(key >= 0 && key < 13);
    items[at].key = key;
    int old = head;
    do {
      tries = tries + 1;
      items[at].next = old;
    } while (!atomic_compare_exchange_strong(&head, &old, at));
    length++;
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, push, (void *)1L);
  pthread_create(&b, 0, push, (void *)(1L + MANY));
  pthread_join(a, 0);
  pthread_join(b, 0);
}
