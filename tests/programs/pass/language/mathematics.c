// Functions of <math.h> need no option of the linker.
// VERDICT: verified
#include <assert.h>
#include <math.h>

int main(int count, char** arguments) {
  (void)arguments;
  volatile double four = 4.0 * count;
  assert(sqrt(four) == 2 && floor(four + 0.5) == 4 && pow(four, 2) == 16);
}
