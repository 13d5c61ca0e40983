// Peterson's lock for two threads, with two lines swapped. A thread must first say that it is interested and then give
// way. In the other order both can pass: one gives way, the other gives way and enters, since the first has not said
// that it is interested; then the first says so and finds that it is its turn.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> interested[2];
std::atomic<int> turn{0};
std::atomic<int> inside{0};

void lock(int me) {
  const int other = 1 - me;
#ifdef FIXED
  interested[me] = true;
  turn = other;
#else
  turn = other;
  interested[me] = true;
#endif
  while (interested[other] && turn == other) std::this_thread::yield();
}

void unlock(int me) { interested[me] = false; }

void work(int me) {
  lock(me);
  const int others = inside++;
  assert(others == 0);
  --inside;
  unlock(me);
}

int main() {
  std::thread second(work, 1);
  work(0);
  second.join();
}
