/* Inputs of the programs of the paper on maximal path causality: all of them, or, for engines that have none, fixed ones: -DCORRECT such that the error
 * can be reached, -DWRONG such that it cannot, -DSEED=n whatever comes. */
#ifndef MPC_INPUT_H
#define MPC_INPUT_H
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static inline unsigned scrambled(unsigned x) {
  x ^= x >> 16, x *= 0x7feb352dU, x ^= x >> 15, x *= 0x846ca68bU;
  return x ^ x >> 16;
}

#if defined CORRECT
#define INPUT(correct, wrong) (correct)
#elif defined WRONG
#define INPUT(correct, wrong) (wrong)
#elif defined SEED
#define INPUT(correct, wrong) ((int)scrambled(SEED * 1000u + __LINE__))
#else
#define INPUT(correct, wrong) __VERIFIER_nondet_int()
#endif

/* In [least, most]. */
static inline int between(int value, int least, int most) {
#ifdef SEED
  return least + (int)((unsigned)value % (unsigned)(most - least + 1));
#else
  __VERIFIER_assume((value >= least) & (value <= most));
  return value;
#endif
}

static inline pthread_t start(void *(*body)(void *), void *argument) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, argument);
  return thread;
}
#endif
