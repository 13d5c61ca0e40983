// VERDICT: verified
// RUN: --engine dfs
// REPORT: random numbers of seed 1
// What comes from outside by chance is the same in every execution: x is seen with one value only.
#include <fcntl.h>
#include <sys/auxv.h>
#include <unistd.h>
#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <random>
#include <thread>
static unsigned char all[6][8];
static std::atomic<int> x;
int main() {
  int f = open("/dev/urandom", O_RDONLY);
  assert(read(f, all[0], 8) == 8);
  FILE* s = fopen("/dev/random", "r");
  assert(s && fread(all[1], 1, 8, s) == 8);
  std::ifstream in("/dev/urandom");
  assert(in.read(reinterpret_cast<char*>(all[2]), 8));
  std::random_device device, other("/dev/urandom");
  unsigned v = device(), w = other();
  memcpy(all[3], &v, 4);
  memcpy(all[4], &w, 4);
  memcpy(all[5], reinterpret_cast<void*>(getauxval(AT_RANDOM)), 8);
  int sum = 0;
  for (auto& bytes : all)
    for (int i = 0; i < 8; i++) sum += bytes[i];
  assert(sum != 0);
  std::thread t([] { x++; });
  int seen = x;
  (void)seen;
  t.join();
  static const int kSum = 4717;
  assert(sum == kSum);
}
