// Conversions of whole ranges of characters by a locale: virtual functions that libstdc++ has compiled, and that write into memory
// of the program's. The library's own locales find these by their names. What they do to one character stays in the library.
#include <locale>

namespace std {

const char* ctype<char>::do_toupper(char* low, const char* high) const {
  for (; low < high; ++low) *low = static_cast<char>(_M_toupper[static_cast<unsigned char>(*low)]);
  return high;
}
const char* ctype<char>::do_tolower(char* low, const char* high) const {
  for (; low < high; ++low) *low = static_cast<char>(_M_tolower[static_cast<unsigned char>(*low)]);
  return high;
}

const wchar_t* ctype<wchar_t>::do_toupper(wchar_t* low, const wchar_t* high) const {
  for (; low < high; ++low) *low = do_toupper(*low);
  return high;
}
const wchar_t* ctype<wchar_t>::do_tolower(wchar_t* low, const wchar_t* high) const {
  for (; low < high; ++low) *low = do_tolower(*low);
  return high;
}
const char* ctype<wchar_t>::do_widen(const char* low, const char* high, wchar_t* to) const {
  for (; low < high; ++low, ++to) *to = do_widen(*low);
  return high;
}
const wchar_t* ctype<wchar_t>::do_narrow(const wchar_t* low, const wchar_t* high, char other, char* to) const {
  for (; low < high; ++low, ++to) *to = do_narrow(*low, other);
  return high;
}
const wchar_t* ctype<wchar_t>::do_is(const wchar_t* low, const wchar_t* high, mask* to) const {
  static constexpr mask kEach[] = {upper, lower, alpha, digit, xdigit, space, print, graph, cntrl, punct, blank};
  for (; low < high; ++low, ++to) {
    mask found = 0;
    for (const mask one : kEach)
      if (do_is(one, *low)) found = static_cast<mask>(found | one);
    *to = found;
  }
  return high;
}
const wchar_t* ctype<wchar_t>::do_scan_is(mask wanted, const wchar_t* low, const wchar_t* high) const {
  while (low < high && !do_is(wanted, *low)) ++low;
  return low;
}
const wchar_t* ctype<wchar_t>::do_scan_not(mask wanted, const wchar_t* low, const wchar_t* high) const {
  while (low < high && do_is(wanted, *low)) ++low;
  return low;
}

using Bytes = codecvt<char, char, mbstate_t>;
Bytes::result Bytes::do_out(state_type&, const char* from, const char*, const char*& from_next, char* to, char*,
                            char*& to_next) const {
  from_next = from;
  to_next = to;
  return noconv;
}
Bytes::result Bytes::do_in(state_type&, const char* from, const char*, const char*& from_next, char* to, char*,
                           char*& to_next) const {
  from_next = from;
  to_next = to;
  return noconv;
}
Bytes::result Bytes::do_unshift(state_type&, char* to, char*, char*& to_next) const {
  to_next = to;
  return noconv;
}

// In the locale of the object, one character after the other.
namespace {
struct InLocale {
  explicit InLocale(__locale_struct* wanted) : before(uselocale(wanted)) {}
  ~InLocale() { uselocale(before); }
  InLocale(const InLocale&) = delete;
  locale_t before;
};
}  // namespace

using Wide = codecvt<wchar_t, char, mbstate_t>;
Wide::result Wide::do_in(state_type& state, const char* from, const char* from_end, const char*& from_next, wchar_t* to,
                         wchar_t* to_end, wchar_t*& to_next) const {
  const InLocale here(_M_c_locale_codecvt);
  result answer = ok;
  for (from_next = from, to_next = to; from_next < from_end; ++to_next) {
    if (to_next == to_end) {
      answer = partial;
      break;
    }
    mbstate_t after = state;
    wchar_t one = 0;
    const size_t n = mbrtowc(&one, from_next, static_cast<size_t>(from_end - from_next), &after);
    if (n == static_cast<size_t>(-1) || n == static_cast<size_t>(-2)) {
      answer = n == static_cast<size_t>(-1) ? error : partial;
      break;
    }
    *to_next = one;
    from_next += n == 0 ? 1 : n;
    state = after;
  }
  return answer;
}
Wide::result Wide::do_out(state_type& state, const wchar_t* from, const wchar_t* from_end, const wchar_t*& from_next,
                          char* to, char* to_end, char*& to_next) const {
  const InLocale here(_M_c_locale_codecvt);
  result answer = ok;
  for (from_next = from, to_next = to; from_next < from_end; ++from_next) {
    mbstate_t after = state;
    char bytes[16];
    const size_t n = wcrtomb(bytes, *from_next, &after);
    if (n == static_cast<size_t>(-1) || n > static_cast<size_t>(to_end - to_next)) {
      answer = n == static_cast<size_t>(-1) ? error : partial;
      break;
    }
    for (size_t i = 0; i < n; ++i) *to_next++ = bytes[i];
    state = after;
  }
  return answer;
}
Wide::result Wide::do_unshift(state_type&, char* to, char*, char*& to_next) const {
  to_next = to;
  return noconv;
}

}  // namespace std
