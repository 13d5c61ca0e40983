// VERDICT: verified
// One direction is shut down, the other goes on.
#include <sys/socket.h>
#include <pthread.h>
#include <unistd.h>
#include <assert.h>
int s[2];
static void* w(void* a) {
  char b[4];
  int n = 0, r;
  while ((r = recv(s[1], b, 4, 0)) > 0) n += r;
  assert(n == 3);
  send(s[1], "ok", 2, MSG_NOSIGNAL);
  close(s[1]);
  return 0;
}
int main() {
  socketpair(AF_UNIX, SOCK_STREAM, 0, s);
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  send(s[0], "abc", 3, 0);
  shutdown(s[0], SHUT_WR);
  char b[4];
  assert(recv(s[0], b, 2, MSG_WAITALL) == 2);
  pthread_join(t, 0);
}
