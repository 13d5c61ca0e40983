// VERDICT: verified
#include <cassert>
#include <iomanip>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

std::mutex m;
std::ostringstream out;

int main() {
  std::thread t([] {
    std::lock_guard<std::mutex> lock(m);
    out << std::setw(3) << 1;
  });
  {
    std::lock_guard<std::mutex> lock(m);
    out << 2.5;
  }
  t.join();
  assert(out.str() == "  12.5" || out.str() == "2.5  1");
  std::istringstream in("one two\nthree x 7");
  std::string line, word;
  std::getline(in, line);
  in >> word;
  char c[8];
  in >> std::setw(8) >> c;
  int n = 0;
  in >> n;
  assert(line == "one two" && word == "three" && c[0] == 'x' && n == 7);
}
