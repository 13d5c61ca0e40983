// VERDICT: bug:assertion
// Messages come whole, in either order.
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
#include <assert.h>
int s[2];
static void* w(void* a) {
  write(s[1], "ab", 2);
  write(s[1], "cde", 3);
  return 0;
}
static void* w2(void* a) {
  write(s[1], "zzzz", 4);
  return 0;
}
int main() {
  socketpair(AF_UNIX, SOCK_DGRAM, 0, s);
  pthread_t t, u;
  pthread_create(&t, 0, w, 0);
  pthread_create(&u, 0, w2, 0);
  char b[8];
  assert(read(s[0], b, 8) != 4);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
