// Functions of <string.h> that stop where they find something: how much they read and write is known only byte by byte.
#include <stddef.h>

#define WEAK extern "C" __attribute__((weak))  // a program may have a function of its own by this name

WEAK void* memccpy(void* to, const void* from, int stop, size_t count) noexcept {
  auto* t = static_cast<unsigned char*>(to);
  const auto* f = static_cast<const unsigned char*>(from);
  for (size_t i = 0; i < count; ++i)
    if ((t[i] = f[i]) == static_cast<unsigned char>(stop)) return t + i + 1;
  return nullptr;
}

WEAK void* rawmemchr(const void* memory, int byte) noexcept {
  const auto* p = static_cast<const unsigned char*>(memory);
  while (*p != static_cast<unsigned char>(byte)) ++p;
  return const_cast<unsigned char*>(p);
}

WEAK char* strchrnul(const char* text, int byte) noexcept {
  for (; *text != 0 && *text != static_cast<char>(byte); ++text) {
  }
  return const_cast<char*>(text);
}

WEAK char* index(const char* text, int byte) noexcept {
  for (;; ++text) {
    const char c = *text;
    if (c == static_cast<char>(byte)) return const_cast<char*>(text);
    if (c == 0) return nullptr;
  }
}

WEAK char* rindex(const char* text, int byte) noexcept {
  const char* last = nullptr;
  for (;; ++text) {
    const char c = *text;
    if (c == static_cast<char>(byte)) last = text;
    if (c == 0) return const_cast<char*>(last);
  }
}
