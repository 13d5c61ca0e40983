// VERDICT: bug:deadlock
#include <assert.h>
int main(void) { assert(0); }
