// Thread functions that forget to return a value: undefined in C++, harmless where nobody looks at it, and common.
// VERDICT: verified
// RUN:
// RUN: -O0
// RUN: -O2
#include <pthread.h>

int x, y;

void* first(void*) { x = 1; }
void* second(void*) { y = 1; }

int main() {
  pthread_t t, u;
  pthread_create(&t, nullptr, first, nullptr);
  pthread_create(&u, nullptr, second, nullptr);
  pthread_join(t, nullptr);
  pthread_join(u, nullptr);
  return x + y - 2;
}
