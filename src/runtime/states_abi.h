/* The part of abi.h that only programs compiled for states call (HEDDLE_STATES=1, src/instrument/laps.h): a module says that it was, a round begins of a
 * loop that may not end, and a function of the program is about to be called. */
#ifndef HEDDLE_RUNTIME_STATES_ABI_H
#define HEDDLE_RUNTIME_STATES_ABI_H
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_LAP_FIRST 1u   /* the loop was entered from outside just now */
#define HEDDLE_LAP_ENDLESS 2u /* it cannot be left */
void __heddle_module_laps(void);
void __heddle_lap(uint32_t flags);
void __heddle_clear(void);

#ifdef __cplusplus
}
#endif
#endif
