// A deposit and a withdrawal, each under the lock; the check in between is not. Statistics are kept beside it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x = 1, y = 2, z = 4, balance, deposited, withdrawn, audits;
static void *deposit(void *unused) {
  pthread_mutex_lock(&lock);
  balance = balance + y;
  deposited = 1;
  pthread_mutex_unlock(&lock);
  audits = audits + 1;
  return 0;
}
static void *withdraw(void *unused) {
  pthread_mutex_lock(&lock);
  balance = balance - z;
  withdrawn = 1;
  pthread_mutex_unlock(&lock);
  audits = audits + 1;
  return 0;
}
static void *check(void *unused) {
  pthread_mutex_lock(&lock);
  if (deposited && withdrawn) assert(balance == x - y - z);  // wrong: x + y - z
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t a, b, c;
  balance = x;
  pthread_create(&a, 0, check, 0);
  pthread_create(&b, 0, deposit, 0);
  pthread_create(&c, 0, withdraw, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
}
