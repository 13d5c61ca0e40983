// VERDICT: bug:assertion
int main(void) { return 0; }
