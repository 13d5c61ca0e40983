// VERDICT: bug:assertion
// REPORT: a text that no report contains
#include <assert.h>
int main(void) { assert(0); }
