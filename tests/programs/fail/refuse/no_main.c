// VERDICT: error
// REPORT: main
// RUN: -w
int helper(void) { return 0; }
