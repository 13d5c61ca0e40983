// Part of main.c: the queue that the C program uses.
#include <mutex>
#include <vector>

static std::mutex lock;
static std::vector<int> items;

extern "C" int queue_push(int i) {
  std::scoped_lock hold(lock);
  items.push_back(i);
  return static_cast<int>(items.size());
}
extern "C" int queue_size() {
  std::scoped_lock hold(lock);
  return static_cast<int>(items.size());
}
