// VERDICT: verified
// Loops over many elements, ended by a comparison of pointers, are no spin loops: each iteration looks at another place.
#include <string>
#include <thread>
#include <vector>

struct Entry {
  std::string name;
  int length = 0;
};

static int total(const std::vector<Entry>& entries) {
  int sum = 0;
  for (const Entry& entry : entries) sum += entry.length;
  return sum;
}

int main() {
  std::vector<Entry> entries(50);
  std::thread other([&] { entries[7].length = total(entries); });
  other.join();
  return total(entries);
}
