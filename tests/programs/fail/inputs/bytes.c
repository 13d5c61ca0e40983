// VERDICT: bug:assertion
// Memory as input: each byte is looked at.
#include <assert.h>
#include <heddle/heddle.h>
int main(void) {
  char word[3];
  heddle_symbolic(word, sizeof word, "word");
  int right = word[0] == 'c';
  right &= word[1] == 'a';
  right &= word[2] == 't';
  assert(!right);  // BUG
  return 0;
}
