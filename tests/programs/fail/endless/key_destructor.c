// Which destructor a key has is part of the state, though no memory of the program says so.
// VERDICT: bug:assertion
// RUN: --engine explicit
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
static pthread_key_t key;

static void harmless(void* value) { (void)value; }
static void harmful(void* value) {
  assert(value == NULL);  // BUG
}

static void* make_key(void* argument) {
  if (x == 1) pthread_key_create(&key, harmful);
  else pthread_key_create(&key, harmless);
  return argument;
}
static void* use_key(void* argument) {
  pthread_setspecific(key, &key);
  return argument;
}

int main(void) {
  pthread_t maker, user;
  pthread_create(&maker, NULL, make_key, NULL);
  x = 1;
  x = 0;
  pthread_join(maker, NULL);
  pthread_create(&user, NULL, use_key, NULL);
  pthread_join(user, NULL);
  while (1) {
    x = 2;
    x = 3;
  }
  return 0;
}
