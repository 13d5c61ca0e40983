// VERDICT: verified
// RUN: --engine dfs
// EXECUTIONS: dfs=2
int main(void) { return 0; }
