// Crypt: three arrays that both threads know; each encrypts and decrypts its own half.
#include "threads.h"

static constexpr int kSize = 4;

struct Runner {
  int *plain, *secret, *again;
  int low, high;
};

static void* run(void* argument) {
  auto* runner = static_cast<Runner*>(argument);
  int *plain = runner->plain, *secret = runner->secret, *again = runner->again;
  const int low = runner->low, high = runner->high;
  for (int i = low; i < high; ++i) secret[i] = plain[i] ^ 0x5a;
  for (int i = low; i < high; ++i) again[i] = secret[i] ^ 0x5a;
  return nullptr;
}

int main() {
  static int plain[kSize] = {1, 2, 3, 4}, secret[kSize], again[kSize];
  static Runner runners[2] = {{plain, secret, again, 0, kSize / 2}, {plain, secret, again, kSize / 2, kSize}};
  run_all(runners, run);
}
