// VERDICT: inconclusive
// REASON: never ends
// A loop without any event.
static volatile int sink;
int main(int argc, char** argv) {
  unsigned long i = 1;
  do {
    i = i * 7 + 1;
    __asm__ __volatile__("" : "+r"(i));
  } while (i != 0);
  sink = (int)i;
  return 0;
}
