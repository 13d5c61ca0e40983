// VERDICT: verified
// RUN: --leaks
// FALLBACK: what is left in memory
// Reachable through a chain of heap blocks, through thread-local memory of main, and freed ones: no leaks.
#include <stdlib.h>
struct Node { struct Node* next; int v; };
static struct Node* list;
static __thread void* mine;
int main(void) {
  for (int i = 0; i < 10; i++) {
    struct Node* n = malloc(sizeof *n);
    n->next = list;
    list = n;
  }
  mine = malloc(5);
  free(malloc(7));
  return 0;
}
