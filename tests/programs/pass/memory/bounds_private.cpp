// Arrays of one function, walked by indices and pointers up to their ends, which are only compared.
// VERDICT: verified
// RUN: -O0
// RUN: -O1
// RUN: -O3
#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <thread>
static int walk(int n) {
  int array[16];
  std::array<char, 33> bytes{};
  for (int* p = array; p != array + 16; ++p) *p = n;
  for (int i = 15; i >= 0; --i) array[i] += i;
  std::sort(array, array + 16, [](int a, int b) { return a > b; });
  memset(bytes.data(), n, static_cast<size_t>(n) * 11);
  memmove(bytes.data() + n, bytes.data(), 33 - static_cast<size_t>(n));
  char rooms[n * 4];
  for (int i = 0; i < n * 4; ++i) rooms[i] = bytes[static_cast<size_t>(i)];
  memcpy(rooms + n * 4, bytes.data(), static_cast<size_t>(n - n));
  return array[n] + rooms[n * 4 - 1];
}
int main() {
  int results[2];
  std::thread other([&] { results[0] = walk(3); });
  results[1] = walk(3);
  other.join();
  assert(results[0] == results[1] && results[0] == 3 + 12 + 3);
}
