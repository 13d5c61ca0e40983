// A locale with a facet of the program's, which leaves some functions to the library's.
// VERDICT: verified
#include <cassert>
#include <locale>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
struct Comma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};
std::mutex mutex;
std::string text;
int main() {
  const auto write = [] {
    std::ostringstream stream;
    stream.imbue(std::locale(std::locale::classic(), new Comma));
    stream << 1.5 << std::boolalpha << true;
    const std::lock_guard<std::mutex> guard(mutex);
    text = stream.str();
  };
  std::thread other(write);
  write();
  other.join();
  assert(text == "1,5true");
}
