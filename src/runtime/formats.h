// The formats of printf and scanf: which of the arguments point to memory, and to how much of it.
#pragma once
#include <cstdarg>
#include <cstdint>

namespace heddle::rt {

// The arguments behind a format: as the pass hands them over, one word each, or in a va_list.
class FormatArguments {
 public:
  FormatArguments(const uint64_t* words, uint32_t count) : words_(words), left_(count) {}
  // `list` is the address of a va_list, which stays as it is.
  explicit FormatArguments(const void* list);
  ~FormatArguments();
  FormatArguments(const FormatArguments&) = delete;
  FormatArguments& operator=(const FormatArguments&) = delete;

  uint64_t word();
  void skip_double();
  void skip_long_double();

 private:
  const uint64_t* words_ = nullptr;
  uint32_t left_ = 0;
  bool in_list_ = false;
  va_list list_;
};

// How many characters printf makes of this; -1 if that cannot be told. `list` as above, or null for words.
int printed_length(const char* format, const void* list, const uint64_t* words);

struct FormatArgument {
  enum class Kind : uint8_t { kString, kWideString, kWritten, kWrittenString, kWrittenWide, kWrittenPosition };
  Kind kind;
  uint64_t at;    // the pointer
  uint64_t size;  // bytes; of a string, the most that is looked at or written, UINT64_MAX if there is no limit
};

using FormatVisitor = void (*)(void* context, const FormatArgument& argument);
// Calls `visit` with each argument that points to memory.
void walk_printf(const char* format, FormatArguments& arguments, FormatVisitor visit, void* context);
// Those of scanf that are written if everything fits, in their order. kWrittenPosition (%n) is not among those that scanf counts.
void walk_scanf(const char* format, FormatArguments& arguments, FormatVisitor visit, void* context);

}  // namespace heddle::rt
