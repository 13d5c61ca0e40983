// VERDICT: bug:race
// One thread goes through a list while another appends to it.
#include <list>
#include <thread>

std::list<int> numbers{1, 2};

int main() {
  std::thread writer([] { numbers.push_back(3); });
  int sum = 0;
  for (int number : numbers) sum += number;
  writer.join();
  return sum > 6;
}
