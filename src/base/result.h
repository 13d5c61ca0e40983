// Result<T>: a value, or an Error for people. Misuse and a failing environment travel up to the command
// line this way; bugs of the program under test are Findings, bugs of our own are CHECKs.
#pragma once
#include <string>
#include <utility>
#include <variant>

namespace heddle {

struct Error {
  std::string message;  // what happened and where
  std::string hint;     // likely cause and the next command; may be empty
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  T& operator*() { return std::get<0>(state_); }
  const T& operator*() const { return std::get<0>(state_); }
  T* operator->() { return &std::get<0>(state_); }
  const T* operator->() const { return &std::get<0>(state_); }
  const Error& error() const { return std::get<1>(state_); }

 private:
  std::variant<T, Error> state_;
};

struct Ok {};
using Status = Result<Ok>;

}  // namespace heddle
