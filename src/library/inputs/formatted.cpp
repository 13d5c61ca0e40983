// The family of scanf. Text that may hold inputs is read as in numbers.cpp; numbers with a point are left to the C library,
// which asks for their digits.
#include <cstdint>

#include "library/inputs/numbers.h"
#include "library/inputs/sources.h"
#include "runtime/abi.h"

namespace heddle::inputs {
namespace {

bool is_space(int c) { return (c == ' ') | (static_cast<unsigned>(c - '\t') < 5u); }

void skip_spaces(Source& s) {
  int c;
  do c = next_byte(s);
  while (c != EOF && is_space(c));
  back(s, c);
}

struct Directive {
  bool ignored;     // with a star
  int width;        // 0: none
  int size;         // of a number in bytes
  char conversion;
};

const char* parse(const char* f, Directive& d) {
  d = {false, 0, 4, 0};
  if (*f == '*') d.ignored = true, ++f;
  for (; *f >= '0' && *f <= '9'; ++f) d.width = 10 * d.width + (*f - '0');
  for (;; ++f) {
    if (*f == 'h') d.size = d.size == 2 ? 1 : 2;
    else if (*f == 'l' || *f == 'j' || *f == 'z' || *f == 't' || *f == 'q' || *f == 'L') d.size = 8;
    else break;
  }
  d.conversion = *f;
  return *f != 0 ? f + 1 : f;
}

constexpr int kLongest = 64;  // digits of a number

bool may_be_of_number(int c, char conversion, int at) {
  if (static_cast<unsigned>(c - '0') < 10u) return true;
  if (at == 0 && (c == '-' || c == '+')) return true;
  const auto letter = static_cast<unsigned>((c | 32) - 'a');
  if (conversion == 'x' || conversion == 'X' || conversion == 'p' || conversion == 'i')
    return letter < 6 || (c | 32) == 'x';
  if (conversion == 'd' || conversion == 'u' || conversion == 'o') return false;
  return c == '.' || letter < 26;  // of floating point
}

// The characters of a number, as far as they can be of one.
int collect(Source& s, const Directive& d, char* text) {
  const int most = d.width > 0 && d.width < kLongest ? d.width : kLongest - 1;
  int n = 0;
  while (n < most) {
    const int c = next_byte(s);
    if (c == EOF) break;
    if (!may_be_of_number(c, d.conversion, n)) {
      back(s, c);
      break;
    }
    text[n++] = static_cast<char>(c);
  }
  text[n] = 0;
  return n;
}

void store_integer(void* to, int size, unsigned long value) {
  switch (size) {
    case 1: *static_cast<uint8_t*>(to) = static_cast<uint8_t>(value); break;
    case 2: *static_cast<uint16_t*>(to) = static_cast<uint16_t>(value); break;
    case 4: *static_cast<uint32_t*>(to) = static_cast<uint32_t>(value); break;
    default: *static_cast<uint64_t*>(to) = value; break;
  }
}

enum class Result { kStored, kIgnored, kMismatch, kEnd };

Result read_integer(Source& s, const Directive& d, void* to) {
  char text[kLongest];
  if (collect(s, d, text) == 0) return s.end ? Result::kEnd : Result::kMismatch;
  const int base = d.conversion == 'i'                                                 ? 0
                   : d.conversion == 'x' || d.conversion == 'X' || d.conversion == 'p' ? 16
                   : d.conversion == 'o'                                               ? 8
                                                                                       : 10;
  const Number number = read_number(text, base);
  if (number.end == text) return Result::kMismatch;
  for (const char* left = number.end; *left != 0; ++left) back(s, *left);
  if (d.ignored) return Result::kIgnored;
  const bool is_signed = d.conversion == 'd' || d.conversion == 'i';
  store_integer(to, d.conversion == 'p' ? 8 : d.size,
                is_signed ? static_cast<unsigned long>(signed_number(number)) : unsigned_number(number));
  return Result::kStored;
}

Result read_floating(Source& s, const Directive& d, void* to) {
  char text[kLongest], *end = nullptr;
  if (collect(s, d, text) == 0) return s.end ? Result::kEnd : Result::kMismatch;
  const double value = strtod(text, &end);
  if (end == text) return Result::kMismatch;
  for (const char* left = end; *left != 0; ++left) back(s, *left);
  if (d.ignored) return Result::kIgnored;
  if (d.size == 8) *static_cast<double*>(to) = value;
  else *static_cast<float*>(to) = static_cast<float>(value);
  return Result::kStored;
}

// A set in brackets: [abc], [^abc], [a-z].
bool in_set(const char* begin, const char* end, int c) {
  const bool inverted = *begin == '^';
  if (inverted) ++begin;
  bool found = false;
  for (const char* p = begin; p < end; ++p) {
    if (p + 2 < end && p[1] == '-') {
      found |= c >= static_cast<unsigned char>(p[0]) && c <= static_cast<unsigned char>(p[2]);
      p += 2;
    } else {
      found |= c == static_cast<unsigned char>(*p);
    }
  }
  return found != inverted;
}

template <class Wanted>
Result read_characters(Source& s, const Directive& d, char* to, size_t most, bool ends, Wanted wanted) {
  size_t n = 0;
  while (n < most) {
    const int c = next_byte(s);
    if (c == EOF) break;
    if (!wanted(c)) {
      back(s, c);
      break;
    }
    if (!d.ignored) to[n] = static_cast<char>(c);
    ++n;
  }
  if (n == 0) return s.end ? Result::kEnd : Result::kMismatch;
  if (!ends && n < most) return Result::kEnd;  // %5c wants five
  if (d.ignored) return Result::kIgnored;
  if (ends) to[n] = 0;
  return Result::kStored;
}

}  // namespace

int read_formatted(Source& s, const char* format, va_list list) {
  int stored = 0;
  const size_t begin = s.at;
  while (*format != 0) {
    if (is_space(*format)) {
      skip_spaces(s);
      ++format;
      continue;
    }
    if (*format != '%' || format[1] == '%') {
      if (*format == '%') skip_spaces(s), ++format;
      const int c = next_byte(s);
      if (c == EOF) return stored == 0 ? EOF : stored;
      if (c != static_cast<unsigned char>(*format)) {
        back(s, c);
        return stored;
      }
      ++format;
      continue;
    }
    Directive d;
    format = parse(format + 1, d);
    const char* set = format;
    if (d.conversion == '[') {
      if (*format == '^') ++format;
      if (*format == ']') ++format;
      while (*format != 0 && *format != ']') ++format;
    }
    const char* set_end = format;
    if (d.conversion == '[' && *format != 0) ++format;
    if (d.conversion == 'n') {
      if (!d.ignored) store_integer(va_arg(list, void*), d.size, s.at - begin);
      continue;
    }
    if (d.conversion != 'c' && d.conversion != '[') skip_spaces(s);
    void* to = d.ignored ? nullptr : va_arg(list, void*);
    const size_t width = d.width > 0 ? static_cast<size_t>(d.width) : d.conversion == 'c' ? 1 : ~size_t{0};
    Result result = Result::kMismatch;
    switch (d.conversion) {
      case 'd':
      case 'i':
      case 'u':
      case 'x':
      case 'X':
      case 'o':
      case 'p': result = read_integer(s, d, to); break;
      case 'f':
      case 'e':
      case 'g':
      case 'a':
      case 'E':
      case 'G': result = read_floating(s, d, to); break;
      case 'c':
        result = read_characters(s, d, static_cast<char*>(to), width, false, [](int) { return true; });
        break;
      case 's':
        result = read_characters(s, d, static_cast<char*>(to), width, true, [](int c) { return !is_space(c); });
        break;
      case '[':
        result = read_characters(s, d, static_cast<char*>(to), width, true,
                                 [=](int c) { return in_set(set, set_end, c); });
        break;
      default: __heddle_input_lost("formatted reading of a kind that is not followed"); return stored;
    }
    if (result == Result::kEnd) return stored == 0 ? EOF : stored;
    if (result == Result::kMismatch) return stored;
    if (result == Result::kStored) ++stored;
  }
  return stored;
}

namespace {

int read_text(const char* text, const char* format, va_list list) {
  Source s;
  s.bytes = reinterpret_cast<const unsigned char*>(text);
  s.size = ~size_t{0};
  s.text = true;
  return read_formatted(s, format, list);
}

int read_stream(FILE* stream, const char* format, va_list list) {
  Source* s = source_of(stream);
  if (s == nullptr) return vfscanf(stream, format, list);
  const Reading reading(*s);
  return read_formatted(*s, format, list);
}

}  // namespace
}  // namespace heddle::inputs

using namespace heddle::inputs;

#define FAMILY(PREFIX)                                                                            \
  FOLLOWED int HEDDLE_IN(PREFIX##vsscanf)(const char* text, const char* format, va_list list) {   \
    return read_text(text, format, list);                                                         \
  }                                                                                               \
  FOLLOWED int HEDDLE_IN(PREFIX##vfscanf)(FILE * stream, const char* format, va_list list) {      \
    return read_stream(stream, format, list);                                                     \
  }                                                                                               \
  FOLLOWED int HEDDLE_IN(PREFIX##vscanf)(const char* format, va_list list) {                      \
    return read_stream(stdin, format, list);                                                      \
  }                                                                                               \
  FOLLOWED int HEDDLE_IN(PREFIX##sscanf)(const char* text, const char* format, ...) {             \
    va_list list;                                                                                 \
    va_start(list, format);                                                                       \
    const int result = read_text(text, format, list);                                             \
    va_end(list);                                                                                 \
    return result;                                                                                \
  }                                                                                               \
  FOLLOWED int HEDDLE_IN(PREFIX##fscanf)(FILE * stream, const char* format, ...) {                \
    va_list list;                                                                                 \
    va_start(list, format);                                                                       \
    const int result = read_stream(stream, format, list);                                         \
    va_end(list);                                                                                 \
    return result;                                                                                \
  }                                                                                               \
  FOLLOWED int HEDDLE_IN(PREFIX##scanf)(const char* format, ...) {                                \
    va_list list;                                                                                 \
    va_start(list, format);                                                                       \
    const int result = read_stream(stdin, format, list);                                          \
    va_end(list);                                                                                 \
    return result;                                                                                \
  }
FAMILY()
FAMILY(__isoc99_)
FAMILY(__isoc23_)
