/* What a program under test may say to Heddle. Every function works, and does something sensible, when the
 * program runs on its own, without Heddle. */
#ifndef HEDDLE_HEDDLE_H
#define HEDDLE_HEDDLE_H

#ifdef __cplusplus
extern "C" {
#endif

/* Only executions in which `condition` holds count; others are given up here. */
void heddle_assume(int condition);

/* A finding of kind "assertion" if `condition` does not hold. */
void heddle_assert(int condition);

/* A value in [0, n) that the search explores like a schedule choice. On its own: 0. */
int heddle_choose(int n);

#ifdef __cplusplus
}
#endif
#endif
