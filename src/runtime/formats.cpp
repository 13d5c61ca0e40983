#include "runtime/formats.h"

#include <cstdio>
#include <cstring>

namespace heddle::rt {
namespace {

constexpr uint64_t kMostPositions = 64;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

uint64_t number(const char** at) {
  uint64_t n = 0;
  while (is_digit(**at)) n = n * 10 + static_cast<uint64_t>(*(*at)++ - '0');
  return n;
}

// hh, h, l, ll, j, z, t, L, q as the size of an integer in bytes; `wide` if it is l, `extended` if L.
struct Length {
  uint64_t bytes = 4;
  bool wide = false, extended = false;
};
Length length(const char** at) {
  Length found;
  for (;; ++*at) switch (**at) {
      case 'h': found.bytes = found.bytes == 2 ? 1 : 2; break;
      case 'l':
        found.wide = true;
        found.bytes = 8;
        break;
      case 'j':
      case 'z':
      case 't':
      case 'q':
      case 'Z': found.bytes = 8; break;
      case 'L':
        found.extended = true;
        found.bytes = 8;
        break;
      default: return found;
    }
}

// Behind the set of characters of %[...].
const char* behind_set(const char* at) {
  if (*at == '^') ++at;
  if (*at == ']') ++at;
  while (*at != 0 && *at != ']') ++at;
  return *at == 0 ? at : at + 1;
}

// "2$": the second argument. 0 if there is no such thing.
int position(const char** at) {
  const char* behind = *at;
  const uint64_t n = number(&behind);
  if (n == 0 || n > kMostPositions || *behind != '$') return 0;
  *at = behind + 1;
  return static_cast<int>(n);
}

constexpr int kNone = -1;

// What stands behind a %. Arguments are numbers from 1, or 0 for the next one.
struct Conversion {
  char letter = 0;
  Length size;
  int argument = 0, width = kNone, precision_from = kNone;
  uint64_t precision = UINT64_MAX;
};
const char* parse_printf(const char* at, Conversion* c) {
  c->argument = position(&at);
  while (*at != 0 && std::strchr("-+ #0'I", *at) != nullptr) ++at;
  if (*at == '*') ++at, c->width = position(&at);
  else number(&at);
  if (*at == '.') {
    if (*++at == '*') ++at, c->precision_from = position(&at);
    else c->precision = number(&at);
  }
  c->size = length(&at);
  c->letter = *at;
  return *at == 0 ? at : at + 1;
}

enum class Type : uint8_t { kNone, kWord, kDouble, kLongDouble };
Type type_of(const Conversion& c) {
  switch (c.letter) {
    case 0:
    case '%':
    case 'm': return Type::kNone;  // errno
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': return c.size.extended ? Type::kLongDouble : Type::kDouble;
    default: return Type::kWord;
  }
}

// The arguments one after the other, or, where the format names them by number, all of them beforehand.
class Values {
 public:
  Values(const char* format, FormatArguments& arguments) : arguments_(arguments) {
    if (std::strchr(format, '$') == nullptr) return;
    Type type[kMostPositions + 1] = {};
    int most = 0;
    const auto note = [&](int number, Type t) {
      if (number <= 0) return;
      type[number] = t;
      if (number > most) most = number;
    };
    for (const char* at = format; *at != 0;) {
      if (*at++ != '%') continue;
      Conversion c;
      at = parse_printf(at, &c);
      note(c.argument, type_of(c));
      note(c.width, Type::kWord);
      note(c.precision_from, Type::kWord);
    }
    for (int i = 1; i <= most; ++i)
      if (type[i] == Type::kDouble) arguments.skip_double();
      else if (type[i] == Type::kLongDouble) arguments.skip_long_double();
      else word_[i] = arguments.word();
  }
  uint64_t word(int number) { return number == 0 ? arguments_.word() : word_[number]; }
  void skip_double(int number) {
    if (number == 0) arguments_.skip_double();
  }
  void skip_long_double(int number) {
    if (number == 0) arguments_.skip_long_double();
  }

 private:
  FormatArguments& arguments_;
  uint64_t word_[kMostPositions + 1] = {};
};

}  // namespace

FormatArguments::FormatArguments(const void* list) : in_list_(true) {
  va_list given;
  std::memcpy(&given, list, sizeof given);
  va_copy(list_, given);
}
FormatArguments::~FormatArguments() {
  if (in_list_) va_end(list_);
}

uint64_t FormatArguments::word() {
  if (in_list_) return va_arg(list_, uint64_t);
  if (left_ == 0) return 0;
  --left_;
  return *words_++;
}
void FormatArguments::skip_double() {
  if (in_list_) (void)va_arg(list_, double);
  else word();
}
void FormatArguments::skip_long_double() {
  if (in_list_) (void)va_arg(list_, long double);
  else word();
}

int printed_length(const char* format, const void* list, const uint64_t* words) {
  va_list arguments;
  if (list != nullptr) {
    va_list given;
    std::memcpy(&given, list, sizeof given);
    va_copy(arguments, given);
  } else {
    // As if the registers for arguments were used up, and these lay on the stack: there a word is a word, whatever its type. A
    // long double would take two.
    if (std::strchr(format, 'L') != nullptr) return -1;
    arguments->gp_offset = 48;
    arguments->fp_offset = 176;
    arguments->overflow_arg_area = const_cast<uint64_t*>(words);
    arguments->reg_save_area = nullptr;
  }
  const int length = vsnprintf(nullptr, 0, format, arguments);
  va_end(arguments);
  return length;
}

void walk_printf(const char* format, FormatArguments& arguments, FormatVisitor visit, void* context) {
  using Kind = FormatArgument::Kind;
  Values values(format, arguments);
  for (const char* at = format; *at != 0;) {
    Conversion c;
    if (*at++ != '%') continue;
    at = parse_printf(at, &c);
    if (c.width != kNone) values.word(c.width);
    uint64_t precision = c.precision;
    if (c.precision_from != kNone) {
      const auto given = static_cast<int>(values.word(c.precision_from));
      precision = given < 0 ? UINT64_MAX : static_cast<uint64_t>(given);
    }
    switch (type_of(c)) {
      case Type::kNone:
        if (c.letter == 0) return;
        break;
      case Type::kDouble: values.skip_double(c.argument); break;
      case Type::kLongDouble: values.skip_long_double(c.argument); break;
      case Type::kWord: {
        const uint64_t value = values.word(c.argument);
        if (c.letter == 'S' || (c.letter == 's' && c.size.wide))
          visit(context, {Kind::kWideString, value, precision == UINT64_MAX ? precision : precision * 4});
        else if (c.letter == 's') visit(context, {Kind::kString, value, precision});
        else if (c.letter == 'n') visit(context, {Kind::kWrittenPosition, value, c.size.bytes});
      }
    }
  }
}

void walk_scanf(const char* format, FormatArguments& arguments, FormatVisitor visit, void* context) {
  using Kind = FormatArgument::Kind;
  Values values(format, arguments);
  for (const char* at = format; *at != 0;) {
    if (*at++ != '%') continue;
    if (*at == '%') {
      ++at;
      continue;
    }
    const int argument = position(&at);
    const bool kept = *at != '*';
    if (!kept) ++at;
    const bool has_width = is_digit(*at);
    const uint64_t width = number(&at);
    const bool allocated = *at == 'm';
    if (allocated) ++at;
    const Length size = length(&at);
    const char conversion = *at;
    if (conversion == 0) return;
    at = conversion == '[' ? behind_set(at + 1) : at + 1;
    if (!kept) continue;
    const bool wide = size.wide || conversion == 'S' || conversion == 'C';
    const uint64_t each = wide ? 4 : 1;
    switch (conversion) {
      case 's':
      case 'S':
      case '[':
        if (allocated) visit(context, {Kind::kWritten, values.word(argument), 8});
        else
          visit(context, {wide ? Kind::kWrittenWide : Kind::kWrittenString, values.word(argument),
                          has_width ? (width + 1) * each : UINT64_MAX});
        break;
      case 'c':
      case 'C':
        visit(context, {Kind::kWritten, values.word(argument), allocated ? 8 : (has_width ? width : 1) * each});
        break;
      case 'a':
      case 'A':
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        visit(context, {Kind::kWritten, values.word(argument), size.extended ? 16u : size.wide ? 8u : 4u});
        break;
      case 'p': visit(context, {Kind::kWritten, values.word(argument), 8}); break;
      case 'n': visit(context, {Kind::kWrittenPosition, values.word(argument), size.bytes}); break;
      default: visit(context, {Kind::kWritten, values.word(argument), size.bytes});
    }
  }
}

}  // namespace heddle::rt
