// VERDICT: verified
// RUN: -O0
// RUN: -fsized-deallocation -std=c++17
// Virtual calls, multiple inheritance, dynamic_cast, typeid, sized and array delete, placement and aligned new.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <new>
#include <thread>
#include <typeinfo>

struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
};
struct Named {
  virtual ~Named() = default;
  virtual char name() const { return 'n'; }
};
struct Square : Shape, Named {
  explicit Square(int s) : side(s) {}
  int area() const override { return side * side; }
  char name() const override { return 's'; }
  int side;
};
struct alignas(128) Wide {
  char c[256];
};

static std::atomic<int> total;
static void work(int n) {
  Shape* s = new Square(n);
  total += s->area();
  assert(dynamic_cast<Named*>(s)->name() == 's');
  assert(typeid(*s) == typeid(Square));
  delete s;
  auto* array = new Square[3]{Square(1), Square(2), Square(3)};
  delete[] array;
  auto* wide = new Wide;
  assert(reinterpret_cast<std::uintptr_t>(wide) % 128 == 0);
  delete wide;
  alignas(Square) unsigned char buffer[sizeof(Square)];
  (new (buffer) Square(4))->~Square();
  assert(new (std::nothrow) char[10]);
}

int main() {
  std::thread a(work, 2), b(work, 3);
  a.join();
  b.join();
  assert(total == 13);
}
