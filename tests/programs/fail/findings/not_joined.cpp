// VERDICT: bug:uncaught-exception
// REPORT: a std::thread that nobody joined
// The destructor of a thread that is neither joined nor detached ends the program.
#include <thread>

int main() {
  std::thread forgotten([] {});
}  // BUG
