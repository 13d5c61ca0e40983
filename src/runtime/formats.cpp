#include "runtime/formats.h"

#include <cstdio>
#include <cstring>

namespace heddle::rt {
namespace {

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
  for (const char* at = format; *at != 0;) {
    if (*at++ != '%') continue;
    if (*at == '%') {
      ++at;
      continue;
    }
    while (*at != 0 && std::strchr("-+ #0'I", *at) != nullptr) ++at;
    if (*at == '*') arguments.word(), ++at;
    else number(&at);
    uint64_t precision = UINT64_MAX;
    if (*at == '.') {
      ++at;
      if (*at == '*') {
        const auto given = static_cast<int>(arguments.word());
        precision = given < 0 ? UINT64_MAX : static_cast<uint64_t>(given);
        ++at;
      } else {
        precision = number(&at);
      }
    }
    const Length size = length(&at);
    switch (*at++) {
      case 0: return;
      case 's':
        if (size.wide)
          visit(context, {Kind::kWideString, arguments.word(), precision == UINT64_MAX ? precision : precision * 4});
        else visit(context, {Kind::kString, arguments.word(), precision});
        break;
      case 'S':
        visit(context, {Kind::kWideString, arguments.word(), precision == UINT64_MAX ? precision : precision * 4});
        break;
      case 'n': visit(context, {Kind::kWrittenPosition, arguments.word(), size.bytes}); break;
      case 'a':
      case 'A':
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        if (size.extended) arguments.skip_long_double();
        else arguments.skip_double();
        break;
      case 'm': break;  // errno
      default: arguments.word();
    }
  }
}

void walk_scanf(const char* format, FormatArguments& arguments, FormatVisitor visit, void* context) {
  using Kind = FormatArgument::Kind;
  for (const char* at = format; *at != 0;) {
    if (*at++ != '%') continue;
    if (*at == '%') {
      ++at;
      continue;
    }
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
        if (allocated) visit(context, {Kind::kWritten, arguments.word(), 8});
        else
          visit(context, {wide ? Kind::kWrittenWide : Kind::kWrittenString, arguments.word(),
                          has_width ? (width + 1) * each : UINT64_MAX});
        break;
      case 'c':
      case 'C':
        visit(context, {Kind::kWritten, arguments.word(), allocated ? 8 : (has_width ? width : 1) * each});
        break;
      case 'a':
      case 'A':
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G': visit(context, {Kind::kWritten, arguments.word(), size.extended ? 16u : size.wide ? 8u : 4u}); break;
      case 'p': visit(context, {Kind::kWritten, arguments.word(), 8}); break;
      case 'n': visit(context, {Kind::kWrittenPosition, arguments.word(), size.bytes}); break;
      default: visit(context, {Kind::kWritten, arguments.word(), size.bytes});
    }
  }
}

}  // namespace heddle::rt
