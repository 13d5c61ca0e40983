// Order processing: terminals of one warehouse; each books orders in its own district, and the stock is common.
#include "threads.h"

static constexpr int kOrders = 2;
static pthread_mutex_t stock_mutex = PTHREAD_MUTEX_INITIALIZER;
static int stock = 10;

struct Terminal {
  int (*orders)[kOrders];
  int district;
  int booked;
};

static void* serve(void* argument) {
  auto* terminal = static_cast<Terminal*>(argument);
  int* mine = terminal->orders[terminal->district];
  for (int i = 0; i < kOrders; ++i) {
    mine[i] = i + 1;
    ++terminal->booked;
  }
  Guard guard(stock_mutex);
  stock -= terminal->booked;
  return nullptr;
}

int main() {
  static int orders[2][kOrders];
  static Terminal terminals[2] = {{orders, 0, 0}, {orders, 1, 0}};
  run_all(terminals, serve);
}
