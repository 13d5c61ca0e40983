// VERDICT: inconclusive
// REASON: the moon was full
#include <unistd.h>
int main(void) { return fork(); }
