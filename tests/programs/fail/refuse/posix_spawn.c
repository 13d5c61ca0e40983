// VERDICT: inconclusive
// REASON: posix_spawn
#include <spawn.h>
extern char** environ;
int main(void) {
  pid_t child;
  char* argv[] = {"true", 0};
  return posix_spawnp(&child, "true", 0, 0, argv, environ);
}
