// What a container answers is not used, but asking it after its end is still a bug.
// VERDICT: bug:use-after-free
// RUN: --engine dfs
// RUN: --engine dfs -O0
#include <map>
#include <thread>

struct Database {
  std::map<int, int> entries;
};

Database* database = new Database;

unsigned long count(Database* d) { return d->entries.size(); }

int main() {
  std::thread reader([] { count(database); });
  delete database;
  reader.join();
}
