// Variables that the linker puts beside each other, which the program walks through as one array; common symbols.
// VERDICT: verified
// FILES: placed_by_linker.c parts/placed_too.c
// RUN: -O0
// RUN: -O2
// RUN: -O1 -fcommon
#include <assert.h>
struct entry { const char *name; int value; };
#define ENTRY(n, v) static const struct entry entry_##n __attribute__((section("entries"), used)) = {#n, v}
ENTRY(one, 1);
ENTRY(two, 2);
extern const struct entry __start_entries[], __stop_entries[];
static int counters[2] __attribute__((section("counts"), used));
extern int __start_counts[], __stop_counts[];
extern int more[];
extern int *last_of_more(void);
int tentative[3];
int main(void) {
  int sum = 0, n = 0;
  for (const struct entry *e = __start_entries; e != __stop_entries; e++) sum += e->value;
  for (int *c = __start_counts; c != __stop_counts; c++) n += ++*c;
  more[4] = tentative[2] = 5;
  assert(sum == 6 && n == (int)(__stop_counts - __start_counts) && *last_of_more() == 5 && counters[0] == 1);
  return 0;
}
