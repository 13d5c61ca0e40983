/* A static C library: accounts with a balance each. */
#ifndef LEDGER_H
#define LEDGER_H
#ifdef __cplusplus
extern "C" {
#endif
struct ledger;
struct ledger* ledger_open(int accounts);
void ledger_close(struct ledger*);
void ledger_deposit(struct ledger*, int account, long amount);
long ledger_total(struct ledger*);
#ifdef __cplusplus
}
#endif
#endif
