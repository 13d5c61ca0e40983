// VERDICT: inconclusive
// REASON: the system call capget by its number
#include <sys/syscall.h>
#include <unistd.h>
int main(void) { return syscall(SYS_capget, 0, 0) == 12345; }
