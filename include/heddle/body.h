/* What <heddle/check.hpp> asks of the runtime: exploring a function of a test in place of main. Programs use the
 * C++ header; this is the plain C beneath it. */
#ifndef HEDDLE_BODY_H
#define HEDDLE_BODY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a call of heddle::check is to the process that reaches it. */
enum heddle_body_state {
  HEDDLE_BODY_TEST,  /* an ordinary test process: have the body checked with heddle_body_check */
  HEDDLE_BODY_HERE,  /* a checking process, and this is the body it looks for: call heddle_body_enter */
  HEDDLE_BODY_OTHER, /* a checking process that looks for another body: go on as if this one had passed */
  HEDDLE_BODY_INSIDE /* the program is being explored already: call the function, it is part of that */
};

/* `id` names the body. It must be the same in every process that runs the same test. */
enum heddle_body_state heddle_body_reached(const char* id);

/* Hands the body over. Does not return. */
void heddle_body_enter(void (*run)(void*), void* argument);

/* The exit code of `heddle check` (0 verified, 1 bug, 2 wrong use, 3 inconclusive) for the body `id` of this program.
 * `options` are options of `heddle check` as "name" or "name=value"; the environment variable HEDDLE_OPTIONS adds to
 * them and wins. Two are of our own: "inconclusive=pass", and "replay=FILE" to run only the schedule of that file.
 * `arguments` are those with which the program reaches the body again. Both end with a null pointer. `print` gets what
 * `heddle check` prints. `*passed` says whether that is good enough. */
int heddle_body_check(const char* id, const char* const* options, const char* const* arguments,
                      void (*print)(void* to, const char* text, size_t length), void* to, int* passed);

/* In a run: a finding of kind "assertion" with this message. `position` is a code address, null for the caller's.
 * Elsewhere it does nothing. */
void heddle_body_fail(const char* message, const void* position);

/* Asked when an exception leaves the body: what failed, if it was thrown by a failed assertion of a test framework,
 * else null. */
void heddle_body_explain(const char* (*explain)(void));

#ifdef __cplusplus
}
#endif
#endif
