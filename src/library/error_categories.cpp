// std::error_category: what its classes do is in libstdc++'s shared library, and reached through virtual functions without names. Here
// they are once more, instrumented. A category is known by its address, so the objects stay the library's: they get
// tables of virtual functions from here before main begins.
#include <cerrno>
#include <cstring>
#include <future>
#include <ios>
#include <string>
#include <system_error>

#define WEAK __attribute__((weak))  // a program linked with libstdc++.a may bring the original

// ---- What classes of the program's inherit.

namespace std {
inline namespace _V2 {

WEAK error_category::~error_category() = default;
WEAK error_condition error_category::default_error_condition(int value) const noexcept {
  return error_condition(value, *this);
}
WEAK bool error_category::equivalent(int value, const error_condition& condition) const noexcept {
  return default_error_condition(value) == condition;
}
WEAK bool error_category::equivalent(const error_code& code, int value) const noexcept {
  return *this == code.category() && code.value() == value;
}

}  // namespace _V2
}  // namespace std

namespace std {

WEAK error_condition error_code::default_error_condition() const noexcept {
  return category().default_error_condition(value());
}

}  // namespace std

// ---- The library's own.

namespace {

class Generic final : public std::error_category {
  const char* name() const noexcept override { return "generic"; }
  std::string message(int value) const override { return strerror(value); }
};

// Those that std::errc has a name for.
bool is_portable(int value) {
  static constexpr struct {
    int first, last;
  } kRanges[] = {{0, 14},  {16, 40}, {42, 43},  {60, 63},   {67, 67},   {71, 71},   {74, 75},  {84, 84},
                 {88, 93}, {95, 95}, {97, 107}, {110, 111}, {113, 115}, {125, 125}, {130, 131}};
  for (const auto& range : kRanges)
    if (value >= range.first && value <= range.last) return true;
  return false;
}

class System final : public std::error_category {
  const char* name() const noexcept override { return "system"; }
  std::string message(int value) const override { return strerror(value); }
  std::error_condition default_error_condition(int value) const noexcept override {
    return std::error_condition(value, is_portable(value) ? std::generic_category() : std::system_category());
  }
};

class Future final : public std::error_category {
  const char* name() const noexcept override { return "future"; }
  std::string message(int value) const override {
    switch (static_cast<std::future_errc>(value)) {
      case std::future_errc::future_already_retrieved: return "Future already retrieved";
      case std::future_errc::promise_already_satisfied: return "Promise already satisfied";
      case std::future_errc::no_state: return "No associated state";
      case std::future_errc::broken_promise: return "Broken promise";
    }
    return "Unknown error";
  }
};

class Streams final : public std::error_category {
  const char* name() const noexcept override { return "iostream"; }
  std::string message(int value) const override {
    return static_cast<std::io_errc>(value) == std::io_errc::stream ? "iostream error" : "Unknown error";
  }
};

// Objects without members: all that is in one is the address of its table.
template <class Category>
void give_table(const std::error_category& category) {
  static_assert(sizeof(Category) == sizeof(void*));
  static const Category ours;
  memcpy(static_cast<void*>(const_cast<std::error_category*>(&category)), static_cast<const void*>(&ours), sizeof ours);
}

__attribute__((constructor(101))) void give_tables() {
  give_table<Generic>(std::generic_category());
  give_table<System>(std::system_category());
  give_table<Future>(std::future_category());
  give_table<Streams>(std::iostream_category());
}

}  // namespace
