// VERDICT: error
// REPORT: does_not_compile.c:5
// REPORT: undeclared
int main(void) {
  return undefined_name;
}
