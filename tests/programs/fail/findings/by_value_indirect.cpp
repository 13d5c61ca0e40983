// VERDICT: bug:assertion
// RUN: -O0
// RUN: -O1 -DTHROWS
// RUN: -O2
// RUN: -O3
// RUN: -O1 -DVARIADIC
// RUN: -O2 -DVIRTUAL
// Copies that a call makes of its arguments, in calls that are not direct: through a pointer, of a virtual function, with
// arguments of any number, in a block that catches.
#include <cassert>
#include <cstdarg>
#include <pthread.h>
struct Config { long a[8]; };
static Config g;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* writer(void*) {
  pthread_mutex_lock(&m);
  g.a[3] = 1;
  pthread_mutex_unlock(&m);
  return nullptr;
}
__attribute__((noinline)) long use(int, Config c) { return c.a[3]; }
__attribute__((noinline)) long any(int n, ...) {
  va_list list;
  va_start(list, n);
  const Config c = va_arg(list, Config);
  va_end(list);
  return c.a[3];
}
struct User {
  virtual long get(Config c) { return c.a[3]; }
  virtual ~User() = default;
};
struct Twice : User {
  long get(Config c) override { return 2 * c.a[3]; }
};
long (*volatile pointer)(int, Config) = use;
User* volatile object = new Twice;
int main() {
  pthread_t t;
  pthread_create(&t, nullptr, writer, nullptr);
  long k = 0;
#if defined(VIRTUAL)
  k = object->get(g);
#elif defined(VARIADIC)
  k = any(1, g);
#elif defined(THROWS)
  try { k = use(1, g); } catch (int) { k = 5; }
#else
  k = pointer(1, g);
#endif
  pthread_join(t, nullptr);
  assert(k == 0);  // BUG
}
