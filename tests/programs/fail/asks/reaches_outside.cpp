// VERDICT: bug:assertion
// What was read leaves the code that is followed and comes back: through a float, a call by pointer, an exception, a callback of the
// C library, a jump, an allocation, texts and arrays in private memory, structures passed by value.
// RUN: -DWAY=1
// RUN: -DWAY=2
// RUN: -DWAY=3
// RUN: -DWAY=4
// RUN: -DWAY=5
// RUN: -DWAY=6 -O2
// RUN: -DWAY=7
// RUN: -DWAY=8
// RUN: -DWAY=9 -O0
// RUN: -DWAY=10 -O2
// RUN: -DWAY=11
#include <atomic>
#include <cassert>
#include <csetjmp>
#include <cstdio>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <stdexcept>
#include <thread>

static std::atomic<int> x;

static int two(int) { return 2; }
static int three(int v) { return v; }
static int (*const functions[])(int) = {three, three, two, three};
static int wanted;
static int compare(const void* a, const void* b) {
  int k = *static_cast<const int*>(a) - *static_cast<const int*>(b);
  return k - wanted + wanted;
}

struct Large {
  int number[20];
};
static int of_last(int count, ...) {
  va_list list;
  va_start(list, count);
  const Large last = va_arg(list, Large);
  va_end(list);
  return last.number[17];
}
// Far behind its begin there is a digit.
static void write_text(char (&text)[200], int v) {
  std::memset(text, 'a', sizeof text - 1);
  text[199] = 0;
  text[150] = static_cast<char>('0' + v);
}

// 2 exactly if v is.
static int through(int v) {
#if WAY == 1
  double d = v;
  return static_cast<int>(d * 1.5) == 3 ? 2 : 0;
#elif WAY == 2
  return functions[v & 3](v) == 2 && v == 2 ? 2 : 0;
#elif WAY == 3
  try {
    if (v == 1) throw 1.0;
    throw v;
  } catch (int caught) {
    return caught;
  } catch (double) {
    return 1;
  }
#elif WAY == 4
  int sorted[3] = {v, 1, 2};
  std::qsort(sorted, 3, sizeof *sorted, compare);
  return sorted[1] == 2 ? 2 : 0;
#elif WAY == 5
  static thread_local jmp_buf buffer;
  volatile int got = setjmp(buffer);
  if (got == 0) longjmp(buffer, v + 10);
  return got - 10;
#elif WAY == 6
  char* block = static_cast<char*>(std::malloc(static_cast<size_t>(v) * 64 + 1));
  const size_t size = malloc_usable_size(block);
  std::free(block);
  return size >= 129 && size < 192 ? 2 : 0;
#elif WAY == 7
  char text[16];
  std::snprintf(text, sizeof text, "<%d>", v);
  return std::strcmp(text, "<2>") == 0 ? 2 : 0;
#elif WAY == 8
  char text[200], two[200];
  write_text(text, v);
  write_text(two, 2);
  return std::strcmp(text, two) == 0 ? 2 : 0;
#elif WAY == 9
  Large large{};
  large.number[17] = v;
  return of_last(1, large);
#elif WAY == 10
  int* sorted = static_cast<int*>(std::malloc(100 * sizeof *sorted));
  for (int i = 0; i < 100; ++i) sorted[i] = 100 - i;
  sorted[70] = v * 1000;
  std::qsort(sorted, 100, sizeof *sorted, compare);
  const int last = sorted[99];
  std::free(sorted);
  return last == 2000 ? 2 : 0;
#else
  char text[200];
  write_text(text, v);
  try {
    throw std::runtime_error(text);
  } catch (const std::exception& e) {
    return e.what()[150] - '0';
  }
#endif
}

int main() {
  std::thread writer([] {
    for (int i = 1; i < 4; ++i) x = i;
  });
  int seen = through(x);
  assert(seen != 2);  // BUG
  writer.join();
}
