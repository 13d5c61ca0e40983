// PingPong: five threads share one player.
//
// Bug: each thread takes the player, sets the shared pointer to null while it plays, and puts it back; another thread
// that plays meanwhile dereferences null. Data races on the pointer and on the player's count. There is no FIXED
// variant: the paper explores the program as it is.
//
// VERDICT: bug
// REPORT: SUMMARY: heddle: null-dereference
#include <thread>
#include <vector>

#ifndef THREADS
#define THREADS 5
#endif

struct Player {
  int hits = 0;
};

Player only;
Player* player = &only;

void play() {
  player->hits++;
  Player* mine = player;
  player = nullptr;
  player = mine;
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < THREADS; ++i) threads.emplace_back(play);
  for (auto& thread : threads) thread.join();
}
