#include "ledger.h"

#include <pthread.h>
#include <stdlib.h>

struct ledger {
  pthread_mutex_t lock;
  int accounts;
  long balance[];
};

struct ledger* ledger_open(int accounts) {
  struct ledger* l = calloc(1, sizeof *l + (size_t)accounts * sizeof(long));
  pthread_mutex_init(&l->lock, NULL);
  l->accounts = accounts;
  return l;
}

void ledger_close(struct ledger* l) {
  pthread_mutex_destroy(&l->lock);
  free(l);
}

static long balance(struct ledger* l, int account) {
  pthread_mutex_lock(&l->lock);
  long amount = l->balance[account];
  pthread_mutex_unlock(&l->lock);
  return amount;
}

/* The bug: each half is locked, the whole is not, so a deposit made in between is lost. */
void ledger_deposit(struct ledger* l, int account, long amount) {
  long sum = balance(l, account) + amount;
  pthread_mutex_lock(&l->lock);
  l->balance[account] = sum;
  pthread_mutex_unlock(&l->lock);
}

long ledger_total(struct ledger* l) {
  long total = 0;
  for (int i = 0; i < l->accounts; ++i) total += balance(l, i);
  return total;
}
