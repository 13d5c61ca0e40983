// VERDICT: bug:race
// An iterator moves on while another thread erases the element it moves to.
#include <map>
#include <thread>

std::map<int, int> ages{{1, 1}, {3, 3}, {5, 5}};

int main() {
  auto at = ages.begin();
  std::thread writer([] { ages.erase(5); });
  ++at;
  writer.join();
  return at == ages.end();
}
