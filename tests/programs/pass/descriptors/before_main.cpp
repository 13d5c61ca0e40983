// VERDICT: verified
// A pipe that is there before main holds the same at the beginning of each run.
#include <unistd.h>
#include <thread>
#include <cassert>
struct P {
  int fd[2];
  P() {
    pipe(fd);
    write(fd[1], "a", 1);
  }
} p;
int main() {
  std::thread t([] { write(p.fd[1], "b", 1); });
  char c;
  assert(read(p.fd[0], &c, 1) == 1 && c == 'a');
  read(p.fd[0], &c, 1);
  assert(c == 'b');
  t.join();
}
