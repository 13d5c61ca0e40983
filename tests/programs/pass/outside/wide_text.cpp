// VERDICT: verified
#include <cassert>
#include <cwchar>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <thread>
int main() {
  const auto work = [](int n) {
    std::wostringstream out;
    out << std::setw(4) << n << L'x' << 1.5;
    assert(out.str() == (n == 1 ? L"   1x1.5" : L"   2x1.5"));
    wchar_t text[16];
    assert(std::swprintf(text, 16, L"%d-%ls", n, L"w") == 3 && text[2] == L'w');
    std::istringstream in("2001");
    std::tm time{};
    in >> std::get_time(&time, "%Y");
    assert(time.tm_year == 101);
    std::wcout << n << std::endl;
  };
  std::thread t(work, 1), u(work, 2);
  t.join();
  u.join();
}
