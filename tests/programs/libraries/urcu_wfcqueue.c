// LIBRARY: liburcu-dev | wait-free concurrent queue
// VERDICT: inconclusive
// REASON: inline assembly
// NEEDS: urcu/wfcqueue.h
// RUN: --race=ignore -D_LGPL_SOURCE
// Its atomic operations are inline assembly, which Heddle does not follow: said, and never "verified".
#include <assert.h>
#include <pthread.h>
#include <urcu/wfcqueue.h>

static struct cds_wfcq_head head;
static struct cds_wfcq_tail tail;
static struct cds_wfcq_node node[2];

static void* produce(void* i) {
  cds_wfcq_enqueue(&head, &tail, &node[(long)i]);
  return 0;
}

int main(void) {
  pthread_t t[2];
  cds_wfcq_init(&head, &tail);
  for (long i = 0; i < 2; i++) {
    cds_wfcq_node_init(&node[i]);
    pthread_create(&t[i], 0, produce, (void*)i);
  }
  int count = 0;
  if (__cds_wfcq_dequeue_nonblocking(&head, &tail)) count++;
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  while (__cds_wfcq_dequeue_nonblocking(&head, &tail)) count++;
  assert(count == 2);
  return 0;
}
