// Two threads compute in two rounds; a barrier lies between them.
#include <barrier>
#include <cassert>
#include <thread>

static int part[2], sum[2];

int main() {
  std::barrier rounds(2);
  auto work = [&](int i) {
    part[i] = i + 1;
    rounds.arrive_and_wait();
    sum[i] = part[0] + part[1];
    rounds.arrive_and_wait();
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  assert(sum[0] == 3 && sum[1] == 3);
}
