// VERDICT: inconclusive
// REASON: before main
#include <cstdlib>
struct Early {
  Early() { std::exit(3); }
} early;
int main() {}
