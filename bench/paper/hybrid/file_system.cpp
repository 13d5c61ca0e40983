// File system: blocks of a disk, each behind a lock of its own; both threads create a file in the same free block, or find it taken.
#include "threads.h"
#ifdef BUG
#include <cassert>
#endif

static pthread_mutex_t disk_mutex = PTHREAD_MUTEX_INITIALIZER;
static int busy[2], owner[2];

struct Client {
  int name;
  int got;
};

static void* create(void* argument) {
  auto* client = static_cast<Client*>(argument);
  for (int block = 0; block < 2; ++block) {
#ifdef BUG
    if (busy[block]) continue;
#endif
    Guard guard(disk_mutex);
#ifndef BUG
    if (busy[block]) continue;
#endif
    busy[block] = 1;
    owner[block] = client->name;
    client->got = block + 1;
    break;
  }
  return nullptr;
}

int main() {
  static Client clients[2] = {{1, 0}, {2, 0}};
  run_all(clients, create);
#ifdef BUG
  assert(clients[0].got != clients[1].got);
#endif
}
