// VERDICT: bug:crash
// REPORT: killed by signal 9
// A system call in code that the instrumentation does not see: the process is killed. Said, replayed, and nothing hangs.
long kill_self(void);
__asm__(
    ".globl kill_self\n"
    "kill_self:\n"
    "  mov $39, %eax\n"  // getpid
    "  syscall\n"
    "  mov %rax, %rdi\n"
    "  mov $9, %esi\n"
    "  mov $62, %eax\n"  // kill
    "  syscall\n"
    "  ret\n");
int main(void) {
  kill_self();
  return 0;
}
