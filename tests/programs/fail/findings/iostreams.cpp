// VERDICT: bug:assertion
// OUTPUT: value 1 of thread
// OUTPUT: errors too
// Stream output is shown on replay, string streams work.
#include <cassert>
#include <iostream>
#include <sstream>
#include <thread>

static int n;

int main() {
  std::thread t([] { n = n + 1; });
  n = n + 1;
  t.join();
  std::ostringstream text;
  text << "value " << n << " of thread";
  std::cout << text.str() << std::endl;
  std::cerr << "errors too\n";
  int parsed;
  std::istringstream("17") >> parsed;
  assert(parsed == 17);
  assert(n == 2);  // BUG
}
