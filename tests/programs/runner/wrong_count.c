// VERDICT: verified
// EXECUTIONS: dfs=2
int main(void) { return 0; }
