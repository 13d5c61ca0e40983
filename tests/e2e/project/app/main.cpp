// Two clerks deposit; afterwards ledger and journal must agree. Run alone they nearly always do.
// Arguments: the accounts of the two clerks. With "0 1" they do not share one, and nothing can go wrong.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "journal.h"
#include "ledger.h"

int main(int argc, char** argv) {
  const int first = argc > 1 ? std::atoi(argv[1]) : 0;
  const int second = argc > 2 ? std::atoi(argv[2]) : 0;
  ledger* book = ledger_open(2);
  Journal journal;
  const auto clerk = [&](int account, long amount) {
    ledger_deposit(book, account, amount);
    journal.note(amount);
  };
  std::thread one(clerk, first, 10), two(clerk, second, 5);
  one.join();
  two.join();
  const long total = ledger_total(book);
  std::printf("ledger %ld, journal %ld\n", total, journal.total());
  assert(total == journal.total());
  ledger_close(book);
  return 0;
}
