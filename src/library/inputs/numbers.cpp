// Numbers in text. A digit is asked whether it is one; what it is goes into the number as an expression.
#include "library/inputs/numbers.h"

#include <cerrno>
#include <climits>

namespace heddle::inputs {
namespace {

bool is_space(int c) { return (c == ' ') | (static_cast<unsigned>(c - '\t') < 5u); }

// What the digit is worth in bases above ten; 36 or more: none.
unsigned worth(int c) {
  if (static_cast<unsigned>(c - '0') < 10u) return static_cast<unsigned>(c - '0');
  const auto letter = static_cast<unsigned>((c | 32) - 'a');
  return letter < 26 ? letter + 10 : 36;
}

// How many digits are a number of 63 bits, whatever they are.
int safe_digits(int base) {
  int n = 0;
  for (unsigned long limit = LONG_MAX; limit >= static_cast<unsigned long>(base); limit /= static_cast<unsigned>(base)) ++n;
  return n;
}

}  // namespace

Number read_number(const char* s, int base) {
  Number result{};
  const char* begin = s;
  while (is_space(*s)) ++s;
  if (*s == '-') {
    result.negative = true;
    ++s;
  } else if (*s == '+') {
    ++s;
  }
  if ((base == 0 || base == 16) && s[0] == '0' && (s[1] | 32) == 'x' && worth(s[2]) < 16) {
    s += 2;
    base = 16;
  } else if (base == 0) {
    base = s[0] == '0' ? 8 : 10;
  }
  const int safe = safe_digits(base);
  int digits = 0;
  for (;; ++s, ++digits) {
    unsigned digit;
    if (base <= 10) {
      digit = static_cast<unsigned>(*s - '0');
      if (digit >= static_cast<unsigned>(base)) break;
    } else {
      digit = worth(*s);
      if (digit >= static_cast<unsigned>(base)) break;
    }
    if (digits >= safe) {
      result.large = true;
      const unsigned long most = (ULONG_MAX - digit) / static_cast<unsigned long>(base);
      result.overflows |= result.value > most;
    }
    result.value = result.value * static_cast<unsigned long>(base) + digit;
  }
  result.end = digits > 0 ? s : begin;
  return result;
}

long signed_number(const Number& n) {
  const unsigned long most = n.negative ? static_cast<unsigned long>(LONG_MAX) + 1 : LONG_MAX;
  if (n.overflows || (n.large && n.value > most)) {
    errno = ERANGE;
    return n.negative ? LONG_MIN : LONG_MAX;
  }
  return static_cast<long>(n.negative ? 0 - n.value : n.value);
}

unsigned long unsigned_number(const Number& n) {
  if (n.overflows) {
    errno = ERANGE;
    return ULONG_MAX;
  }
  return n.negative ? 0 - n.value : n.value;
}

}  // namespace heddle::inputs

using namespace heddle::inputs;

FOLLOWED long HEDDLE_IN(strtol)(const char* s, char** end, int base) {
  const Number n = read_number(s, base);
  if (end != nullptr) *end = const_cast<char*>(n.end);
  return signed_number(n);
}
FOLLOWED unsigned long HEDDLE_IN(strtoul)(const char* s, char** end, int base) {
  const Number n = read_number(s, base);
  if (end != nullptr) *end = const_cast<char*>(n.end);
  return unsigned_number(n);
}
FOLLOWED long long HEDDLE_IN(strtoll)(const char* s, char** end, int base) { return HEDDLE_IN(strtol)(s, end, base); }
FOLLOWED unsigned long long HEDDLE_IN(strtoull)(const char* s, char** end, int base) {
  return HEDDLE_IN(strtoul)(s, end, base);
}
// What newer headers of the C library call.
FOLLOWED long HEDDLE_IN(__isoc23_strtol)(const char* s, char** end, int base) { return HEDDLE_IN(strtol)(s, end, base); }
FOLLOWED unsigned long HEDDLE_IN(__isoc23_strtoul)(const char* s, char** end, int base) {
  return HEDDLE_IN(strtoul)(s, end, base);
}
FOLLOWED long long HEDDLE_IN(__isoc23_strtoll)(const char* s, char** end, int base) {
  return HEDDLE_IN(strtol)(s, end, base);
}
FOLLOWED unsigned long long HEDDLE_IN(__isoc23_strtoull)(const char* s, char** end, int base) {
  return HEDDLE_IN(strtoul)(s, end, base);
}
FOLLOWED int HEDDLE_IN(atoi)(const char* s) { return static_cast<int>(signed_number(read_number(s, 10))); }
FOLLOWED long HEDDLE_IN(atol)(const char* s) { return signed_number(read_number(s, 10)); }
FOLLOWED long long HEDDLE_IN(atoll)(const char* s) { return signed_number(read_number(s, 10)); }
