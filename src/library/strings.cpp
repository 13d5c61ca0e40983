// Strings of char. Programs in C++20 and later make their own, since there everything in a string is constexpr.
#include <string>

template class std::allocator<char>;
template class std::basic_string<char>;
