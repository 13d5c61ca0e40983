// VERDICT: verified
// What programs commonly use of the library is known.
#include <algorithm>
#include <cassert>
#include <charconv>
#include <chrono>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>
#include <variant>
#include <vector>

int main() {
  std::thread t([] {
    std::ostringstream s;
    s << std::setw(5) << std::hex << 255 << ' ' << 3.25;
    assert(s.str() == "   ff 3.25");
    std::map<std::string, int> sizes{{"a", 1}};
    std::unordered_map<std::string, int> counts{{"b", 2}};
    assert(std::stoi("42") == 42 && std::to_string(3).size() == sizes["a"] && counts["b"] == 2);
    std::mt19937 random(1);
    std::uniform_int_distribution<int>(0, 5)(random);
    int v = 0;
    const char digits[] = "12";
    std::from_chars(digits, digits + 2, v);
    char b[20];
    std::to_chars(b, b + 20, v);
    try {
      std::vector<int>().at(3);
    } catch (const std::out_of_range&) {
    }
    try {
      std::function<int()>()();
    } catch (const std::bad_function_call& e) {
      assert(e.what() != nullptr);
    }
  });
  assert(std::async(std::launch::async, [] { return 3; }).get() == 3);
  std::variant<int, std::string> either = "x";
  assert(std::get<std::string>(either) == "x");
  const auto begin = std::chrono::steady_clock::now();
  assert(std::chrono::steady_clock::now() >= begin);
  t.join();
}
