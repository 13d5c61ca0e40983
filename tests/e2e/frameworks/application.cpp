#include "money.h"

int main() {
  deposit(1);
  return balance == 1 ? 0 : 1;
}
