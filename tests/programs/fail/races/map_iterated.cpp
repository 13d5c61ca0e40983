// VERDICT: bug:race
// REPORT: main::lambda
// One thread goes through a map while another inserts. The links of the tree are libstdc++'s business, in its shared library.
#include <map>
#include <thread>

std::map<int, int> ages{{1, 1}, {3, 3}, {5, 5}};

int main() {
  std::thread writer([] { ages.emplace(7, 7); });
  int sum = 0;
  for (const auto& [name, age] : ages) sum += age;
  writer.join();
  return sum > 16;
}
