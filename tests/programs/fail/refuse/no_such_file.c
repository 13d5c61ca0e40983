// VERDICT: error
// FILES: there_is_no_such_file.c
// REPORT: there_is_no_such_file.c
int main(void) { return 0; }
