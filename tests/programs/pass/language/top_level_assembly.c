// VERDICT: verified
// Assembly outside functions that defines names and data only.
#include <assert.h>
__asm__(".pushsection .note.mark, \"a\", @note\n.long 4, 5\n.popsection\n.globl kept\n");
__asm__(".data\n.globl answer\nanswer: .long 42\n.text\n");
extern int answer;
int kept;
int main(void) {
  assert(answer == 42);
  return 0;
}
