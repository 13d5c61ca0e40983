#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp>  // version 3
#else
#include <catch2/catch.hpp>
#endif
#include <heddle/check.hpp>

#include <mutex>
#include <thread>

static int add_twice(std::mutex* mutex) {
  int n = 0;
  const auto add = [&] {
    std::unique_lock<std::mutex> lock;
    if (mutex != nullptr) lock = std::unique_lock(*mutex);
    ++n;
  };
  std::thread other(add);
  add();
  other.join();
  return n;
}

TEST_CASE("a mutex, [as it should be]", "[counter]") {
  heddle::check([] {
    std::mutex mutex;
    const int n = add_twice(&mutex);
    CHECK(n == 2);
    REQUIRE(n == 2);
  });
}

TEST_CASE("require") {
  SECTION("no check here") { REQUIRE(1 + 1 == 2); }
  SECTION("but here") {
    heddle::check([] { REQUIRE(add_twice(nullptr) == 2); });
  }
}

TEST_CASE("check") {
  heddle::check([] {
    CHECK(add_twice(nullptr) == 2);
    CHECK(true);
  });
}

TEST_CASE("swallowed") {
  heddle::check([] {
    try {
      CHECK(add_twice(nullptr) == 2);
    } catch (...) {
    }
  });
}
