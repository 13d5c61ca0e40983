// VERDICT: bug:race
// REPORT: read table.total_ =
// REPORT: table.slots_[2].pair[1].second =
// REPORT: grid[1][2] =
// REPORT: lock table.slots_[2].lock
// What is accessed has the name it has in the source, however the program came by its address.
#include <mutex>
#include <thread>

struct Slot {
  std::mutex lock;
  struct {
    short first, second;
  } pair[3];
};

class Table {
 public:
  void hit(int slot) {
    std::lock_guard hold(slots_[slot].lock);
    slots_[slot].pair[1].second++;
  }
  void add() { total_++; }  // BUG

 private:
  Slot slots_[4];
  long total_;
};

static Table table;
static int grid[3][5];

static void run(int* cell) {
  table.hit(2);
  (*cell)++;  // BUG
  table.add();
}

int main() {
  std::thread t(run, &grid[1][2]), u(run, &grid[1][2]);
  t.join();
  u.join();
}
