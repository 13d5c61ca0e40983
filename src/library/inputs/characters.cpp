// Kinds of characters, in the C locale, as comparisons: a table would be looked up at an address that is an input.
#include <ctype.h>

#include "library/inputs/names.h"

namespace {

bool between(int c, int first, int last) {
  return static_cast<unsigned>(c - first) <= static_cast<unsigned>(last - first);
}
bool is_upper(int c) { return between(c, 'A', 'Z'); }
bool is_lower(int c) { return between(c, 'a', 'z'); }
bool is_digit(int c) { return between(c, '0', '9'); }
bool is_alpha(int c) { return between(c | 32, 'a', 'z'); }

}  // namespace

FOLLOWED int HEDDLE_IN(isupper)(int c) { return is_upper(c); }
FOLLOWED int HEDDLE_IN(islower)(int c) { return is_lower(c); }
FOLLOWED int HEDDLE_IN(isdigit)(int c) { return is_digit(c); }
FOLLOWED int HEDDLE_IN(isalpha)(int c) { return is_alpha(c); }
FOLLOWED int HEDDLE_IN(isalnum)(int c) { return is_alpha(c) | is_digit(c); }
FOLLOWED int HEDDLE_IN(isxdigit)(int c) { return is_digit(c) | between(c | 32, 'a', 'f'); }
FOLLOWED int HEDDLE_IN(isspace)(int c) { return (c == ' ') | between(c, '\t', '\r'); }
FOLLOWED int HEDDLE_IN(isblank)(int c) { return (c == ' ') | (c == '\t'); }
FOLLOWED int HEDDLE_IN(iscntrl)(int c) { return between(c, 0, 31) | (c == 127); }
FOLLOWED int HEDDLE_IN(isprint)(int c) { return between(c, 32, 126); }
FOLLOWED int HEDDLE_IN(isgraph)(int c) { return between(c, 33, 126); }
FOLLOWED int HEDDLE_IN(ispunct)(int c) { return between(c, 33, 126) & !(is_alpha(c) | is_digit(c)); }
FOLLOWED int HEDDLE_IN(isascii)(int c) { return between(c, 0, 127); }
FOLLOWED int HEDDLE_IN(tolower)(int c) { return c + (is_upper(c) << 5); }
FOLLOWED int HEDDLE_IN(toupper)(int c) { return c - (is_lower(c) << 5); }

// std::ctype<char>::is, with the masks of the C library.
FOLLOWED bool HEDDLE_IN(_ZNKSt5ctypeIcE2isEtc)(const void*, unsigned short mask, char character) {
  const int c = static_cast<unsigned char>(character);
  bool is = false;
  if (mask & _ISupper) is |= is_upper(c);
  if (mask & _ISlower) is |= is_lower(c);
  if (mask & _ISalpha) is |= is_alpha(c);
  if (mask & _ISdigit) is |= is_digit(c);
  if (mask & _ISxdigit) is |= is_digit(c) | between(c | 32, 'a', 'f');
  if (mask & _ISspace) is |= (c == ' ') | between(c, '\t', '\r');
  if (mask & _ISprint) is |= between(c, 32, 126);
  if (mask & _ISgraph) is |= between(c, 33, 126);
  if (mask & _ISblank) is |= (c == ' ') | (c == '\t');
  if (mask & _IScntrl) is |= between(c, 0, 31) | (c == 127);
  if (mask & _ISpunct) is |= between(c, 33, 126) & !(is_alpha(c) | is_digit(c));
  return is;
}
