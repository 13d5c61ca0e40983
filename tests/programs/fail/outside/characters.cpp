// VERDICT: bug:assertion
// REPORT: not ordered with
// Ranges of characters are converted by virtual functions of the library.
#include <cassert>
#include <locale>
#include <thread>
char text[] = "ab";
wchar_t wide[3];
int main() {
  std::thread t([] {
    const std::locale here;
    std::use_facet<std::ctype<char>>(here).toupper(text, text + 2);
    std::mbstate_t state{};
    const char* from = "ab";
    const char* next;
    wchar_t* end;
    std::use_facet<std::codecvt<wchar_t, char, std::mbstate_t>>(here).in(state, from, from + 2, next, wide, wide + 3, end);
  });
  const char first = text[0];
  const wchar_t other = wide[0];
  t.join();
  assert(first == 'a' || other == 0);
}
