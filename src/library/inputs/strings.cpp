// String and memory functions of the C library, for programs that receive inputs: as code that is compiled with the pass, so that
// what they make of an input is followed, byte by byte. Elsewhere the runtime has them (src/runtime/blocks.cpp), as one step each.
//
// They ask as little as they can: whether two bytes differ, not which they are.
#include "library/inputs/names.h"

namespace {

unsigned char at(const void* memory, size_t i) { return static_cast<const unsigned char*>(memory)[i]; }

// Of ASCII, without a branch.
int lower(int c) { return c + ((static_cast<unsigned>(c - 'A') < 26u) << 5); }

size_t length(const char* s) {
  size_t n = 0;
  while (s[n] != 0) ++n;
  return n;
}

bool among(const char* set, char c) {
  for (; *set != 0; ++set)
    if (*set == c) return true;
  return false;
}

bool begins(const char* s, const char* with) {
  for (; *with != 0; ++s, ++with)
    if (*s != *with) return false;
  return true;
}

char* duplicate(const char* s, size_t n) {
  auto* copy = static_cast<char*>(malloc(n + 1));
  if (copy == nullptr) return nullptr;
  for (size_t i = 0; i < n; ++i) copy[i] = s[i];
  copy[n] = 0;
  return copy;
}

}  // namespace

FOLLOWED size_t HEDDLE_IN(strlen)(const char* s) { return length(s); }
FOLLOWED size_t HEDDLE_IN(strnlen)(const char* s, size_t most) {
  size_t n = 0;
  while (n < most && s[n] != 0) ++n;
  return n;
}

FOLLOWED int HEDDLE_IN(memcmp)(const void* a, const void* b, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (at(a, i) != at(b, i)) return at(a, i) - at(b, i);
  return 0;
}
FOLLOWED int HEDDLE_IN(bcmp)(const void* a, const void* b, size_t n) { return HEDDLE_IN(memcmp)(a, b, n); }

FOLLOWED int HEDDLE_IN(strncmp)(const char* a, const char* b, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    const int x = at(a, i), y = at(b, i);
    if (x != y) return x - y;
    if (y == 0) return 0;
  }
  return 0;
}
FOLLOWED int HEDDLE_IN(strcmp)(const char* a, const char* b) { return HEDDLE_IN(strncmp)(a, b, ~size_t{0}); }
FOLLOWED int HEDDLE_IN(strcoll)(const char* a, const char* b) { return HEDDLE_IN(strncmp)(a, b, ~size_t{0}); }

FOLLOWED int HEDDLE_IN(strncasecmp)(const char* a, const char* b, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    const int x = lower(at(a, i)), y = lower(at(b, i));
    if (x != y) return x - y;
    if (y == 0) return 0;
  }
  return 0;
}
FOLLOWED int HEDDLE_IN(strcasecmp)(const char* a, const char* b) { return HEDDLE_IN(strncasecmp)(a, b, ~size_t{0}); }

FOLLOWED void* HEDDLE_IN(memchr)(const void* s, int c, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (at(s, i) == static_cast<unsigned char>(c)) return static_cast<char*>(const_cast<void*>(s)) + i;
  return nullptr;
}
FOLLOWED void* HEDDLE_IN(rawmemchr)(const void* s, int c) { return HEDDLE_IN(memchr)(s, c, ~size_t{0}); }
FOLLOWED void* HEDDLE_IN(memrchr)(const void* s, int c, size_t n) {
  while (n > 0)
    if (at(s, --n) == static_cast<unsigned char>(c)) return static_cast<char*>(const_cast<void*>(s)) + n;
  return nullptr;
}
FOLLOWED char* HEDDLE_IN(strchrnul)(const char* s, int c) {
  for (;; ++s)
    if (*s == static_cast<char>(c) || *s == 0) return const_cast<char*>(s);
}
FOLLOWED char* HEDDLE_IN(strchr)(const char* s, int c) {
  for (;; ++s) {
    if (*s == static_cast<char>(c)) return const_cast<char*>(s);
    if (*s == 0) return nullptr;
  }
}
FOLLOWED char* HEDDLE_IN(index)(const char* s, int c) { return HEDDLE_IN(strchr)(s, c); }
FOLLOWED char* HEDDLE_IN(strrchr)(const char* s, int c) {
  for (size_t n = length(s) + 1; n > 0; --n)
    if (s[n - 1] == static_cast<char>(c)) return const_cast<char*>(s + n - 1);
  return nullptr;
}
FOLLOWED char* HEDDLE_IN(rindex)(const char* s, int c) { return HEDDLE_IN(strrchr)(s, c); }
FOLLOWED char* HEDDLE_IN(strstr)(const char* s, const char* what) {
  for (;; ++s) {
    if (begins(s, what)) return const_cast<char*>(s);
    if (*s == 0) return nullptr;
  }
}
FOLLOWED void* HEDDLE_IN(memmem)(const void* s, size_t n, const void* what, size_t m) {
  for (size_t i = 0; i + m <= n; ++i) {
    size_t k = 0;
    while (k < m && at(s, i + k) == at(what, k)) ++k;
    if (k == m) return static_cast<char*>(const_cast<void*>(s)) + i;
  }
  return nullptr;
}

FOLLOWED size_t HEDDLE_IN(strspn)(const char* s, const char* set) {
  size_t n = 0;
  while (s[n] != 0 && among(set, s[n])) ++n;
  return n;
}
FOLLOWED size_t HEDDLE_IN(strcspn)(const char* s, const char* set) {
  size_t n = 0;
  while (s[n] != 0 && !among(set, s[n])) ++n;
  return n;
}
FOLLOWED char* HEDDLE_IN(strpbrk)(const char* s, const char* set) {
  s += HEDDLE_IN(strcspn)(s, set);
  return *s != 0 ? const_cast<char*>(s) : nullptr;
}

FOLLOWED char* HEDDLE_IN(stpcpy)(char* to, const char* from) {
  for (;; ++to, ++from) {
    *to = *from;
    if (*from == 0) return to;
  }
}
FOLLOWED char* HEDDLE_IN(strcpy)(char* to, const char* from) {
  HEDDLE_IN(stpcpy)(to, from);
  return to;
}
FOLLOWED char* HEDDLE_IN(strncpy)(char* to, const char* from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; ++i) to[i] = from[i];
  for (; i < n; ++i) to[i] = 0;
  return to;
}
FOLLOWED char* HEDDLE_IN(strcat)(char* to, const char* from) {
  HEDDLE_IN(stpcpy)(to + length(to), from);
  return to;
}
FOLLOWED char* HEDDLE_IN(strncat)(char* to, const char* from, size_t n) {
  char* end = to + length(to);
  size_t i = 0;
  for (; i < n && from[i] != 0; ++i) end[i] = from[i];
  end[i] = 0;
  return to;
}
FOLLOWED char* HEDDLE_IN(strdup)(const char* s) { return duplicate(s, length(s)); }
FOLLOWED char* HEDDLE_IN(strndup)(const char* s, size_t n) { return duplicate(s, HEDDLE_IN(strnlen)(s, n)); }

FOLLOWED char* HEDDLE_IN(strtok_r)(char* s, const char* set, char** left) {
  if (s == nullptr) s = *left;
  s += HEDDLE_IN(strspn)(s, set);
  if (*s == 0) {
    *left = s;
    return nullptr;
  }
  char* end = s + HEDDLE_IN(strcspn)(s, set);
  if (*end != 0) *end++ = 0;
  *left = end;
  return s;
}
FOLLOWED char* HEDDLE_IN(__strtok_r)(char* s, const char* set, char** left) { return HEDDLE_IN(strtok_r)(s, set, left); }
FOLLOWED char* HEDDLE_IN(strtok)(char* s, const char* set) {
  static char* left;  // as in the C library: two threads race
  return HEDDLE_IN(strtok_r)(s, set, &left);
}
FOLLOWED char* HEDDLE_IN(strsep)(char** s, const char* set) {
  char* begin = *s;
  if (begin == nullptr) return nullptr;
  char* end = begin + HEDDLE_IN(strcspn)(begin, set);
  *s = *end != 0 ? end + 1 : nullptr;
  *end = 0;
  return begin;
}
