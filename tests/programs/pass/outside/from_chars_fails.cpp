// A number that cannot be read is not written.
// VERDICT: verified
#include <cassert>
#include <charconv>
#include <thread>

static double number = 1;

int main() {
  std::thread fails([] {
    const char* text = "zz";
    assert(std::from_chars(text, text + 2, number).ec != std::errc());
  });
  assert(number == 1);
  fails.join();
}
