// VERDICT: verified
// RUN: -O0
// RUN: -O2
// Virtual functions of the library's error categories, and one of the program's own. A category is known by its address.
#include <atomic>
#include <cassert>
#include <filesystem>
#include <future>
#include <string>
#include <system_error>
#include <thread>

struct Own : std::error_category {
  const char* name() const noexcept override { return "own"; }
  std::string message(int value) const override { return value == 1 ? "one" : "other"; }
} own;

int main() {
  std::string text;
  std::thread t([&] {
    text = std::error_code(ENOENT, std::system_category()).message();
    assert(std::error_code(1, own).message() == "one");
    assert(std::error_code(1, own) == std::error_condition(1, own));
  });
  std::error_code code;
  std::filesystem::file_size("/no/such/file", code);
  assert(code == std::errc::no_such_file_or_directory);
  assert(std::error_code(ENOENT, std::system_category()) == std::errc::no_such_file_or_directory);
  assert(std::error_code(12345, std::system_category()).default_error_condition().category() == std::system_category());
  assert(std::string(std::generic_category().name()) == "generic");
  try {
    std::promise<int> twice;
    twice.get_future();
    twice.get_future();
  } catch (const std::future_error& e) {
    assert(e.code().message() == "Future already retrieved");
    assert(e.code().category() == std::future_category());
  }
  assert(std::make_error_code(std::io_errc::stream).message() == "iostream error");
  t.join();
  assert(text == "No such file or directory");
}
