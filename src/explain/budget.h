// Budget: how many runs may still be made. The caller may have reasons of its own to stop, such as the time.
#pragma once
#include <cstdint>
#include <functional>

namespace heddle {

class Budget {
 public:
  explicit Budget(uint64_t runs, std::function<bool()> go_on = {}) : left_(runs), go_on_(std::move(go_on)) {}

  // One more run? Counts it.
  bool take() {
    if (left_ == 0 || (go_on_ && !go_on_())) return false;
    --left_;
    return true;
  }
  uint64_t left() const { return left_; }
  // A budget of its own for a part of the work; what it spends is spent here too.
  template <class F>
  auto part(uint64_t runs, F&& work) {
    const uint64_t given = runs < left_ ? runs : left_;
    Budget inner(given, go_on_);
    auto result = work(inner);
    left_ -= given - inner.left();
    return result;
  }

 private:
  uint64_t left_;
  std::function<bool()> go_on_;  // false: stop now; empty: never
};

}  // namespace heddle
