// Globals beside each other, of all sizes; arrays that are used to their last byte; a pointer behind the end that nobody follows.
// VERDICT: verified
// RUN: -O0
// RUN: -O1
// RUN: -O2 --engine dpor
#include <assert.h>
#include <pthread.h>
#include <string.h>
static char a, b, c;
static char name[3], other[13];
short shorts[5];
static int ints[3];
static struct { char tag; long value; char end; } padded[2];
static long double wide;
static const char *const words[] = {"one", "two", "three"};
static const int table[5] = {1, 2, 3, 4, 5};
static struct { int n; int items[]; } flexible = {3, {1, 2, 3}};
__attribute__((noinline)) static int sum(const int *from, const int *end) {
  int s = 0;
  for (; from != end; from++) s += *from;
  return s;
}
static void *work(void *p) {
  long i = (long)p;
  (i ? &a : &b)[0] = 1;
  shorts[4 * i] = 1;
  memset(&padded[i], 1, sizeof padded[i]);
  ints[2 * i] = 3;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, (void *)1);
  work(0);
  pthread_join(t, 0);
  c = 1;
  wide = 2;
  strcpy(name, "ab");
  memcpy(other, "0123456789ab", sizeof other);
  assert(a + b + c == 3 && strlen(other) == 12 && strlen(name) == 2);
  assert(sum(ints, ints + 3) == 6 && sum(table, table + 5) == 15 && sum(flexible.items, flexible.items + flexible.n) == 6);
  size_t letters = 0;
  for (unsigned i = 0; i < 3; i++) letters += strlen(words[i]);
  assert(letters == 11 && wide == 2);
  return 0;
}
