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

/* Inputs: values from outside. The search covers all of them, whatever they are; a bug is reported with those that show it. On its
 * own: 0. `name` is for people. */
#define HEDDLE_INPUTS 1
unsigned char heddle_input_1(const char* name);
unsigned short heddle_input_2(const char* name);
unsigned heddle_input_4(const char* name);
unsigned long heddle_input_8(const char* name);

/* The memory becomes an input. */
static inline void heddle_symbolic(void* memory, unsigned long size, const char* name) {
  unsigned char* at = (unsigned char*)memory;
  if (size == 8 && (unsigned long)at % 8 == 0) *(unsigned long*)memory = heddle_input_8(name);
  else if (size == 4 && (unsigned long)at % 4 == 0) *(unsigned*)memory = heddle_input_4(name);
  else if (size == 2 && (unsigned long)at % 2 == 0) *(unsigned short*)memory = heddle_input_2(name);
  else
    for (unsigned long i = 0; i < size; ++i) at[i] = heddle_input_1(name);
}

#ifdef __cplusplus
}
#endif
#endif
