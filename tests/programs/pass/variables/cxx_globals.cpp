// Virtual tables, type information, inline variables, templates, static members, references to temporaries.
// VERDICT: verified
// RUN: -O0
// RUN: -O2
#include <atomic>
#include <cassert>
#include <cstring>
#include <map>
#include <thread>
#include <typeinfo>
struct Shape {
  virtual ~Shape() = default;
  virtual int sides() const = 0;
};
struct Square : Shape {
  int sides() const override { return 4; }
};
struct Triangle final : virtual Shape {
  int sides() const override { return 3; }
};
inline std::atomic<int> made{0};
template <class T>
struct Named {
  static const char* const name;
  static inline T last[3] = {};
};
template <class T>
const char* const Named<T>::name = typeid(T).name();
static const std::map<int, int> known = {{1, 4}, {2, 3}};
static const std::map<int, int>& greeting = std::map<int, int>{{3, 34}};
static int sides_of(const Shape& shape) {
  ++made;
  return shape.sides();
}
int main() {
  static const Square square;
  std::thread t([] {
    Triangle triangle;
    const Shape& shape = triangle;
    assert(sides_of(shape) == known.at(2) && dynamic_cast<const Triangle*>(&shape) != nullptr);
  });
  assert(sides_of(square) == known.at(1));
  t.join();
  Named<int>::last[2] = 1;
  assert(made == 2 && std::strlen(Named<int>::name) == 1 && greeting.at(3) == 34 && Named<int>::last[2] == 1);
}
