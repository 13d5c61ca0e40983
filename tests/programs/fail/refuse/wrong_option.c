// VERDICT: error
// REPORT: nonsense
// RUN: --engine nonsense
int main(void) { return 0; }
