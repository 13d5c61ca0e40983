// VERDICT: error
// REPORT: not_defined_anywhere
void not_defined_anywhere(void);
int main(void) {
  not_defined_anywhere();
  return 0;
}
