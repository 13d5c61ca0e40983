// Lines of wide streams: libstdc++ has specialisations of these functions in its shared library.
// VERDICT: bug:assertion
// REPORT: not ordered with
// RUN:
// RUN: -O0 -DARRAY
#include <cassert>
#include <sstream>
#include <string>
#include <thread>

std::wstring line;
wchar_t letters[16];

int main() {
  std::thread t([] {
    std::wistringstream in(L"over;abc\ndef");
    in.ignore(100, L';');
#ifdef ARRAY
    in.getline(letters, 16);
#else
    std::getline(in, line);
#endif
  });
#ifdef ARRAY
  const bool seen = letters[0] == L'a';
#else
  const bool seen = line == L"abc";
#endif
  t.join();
  assert(!seen);
}
