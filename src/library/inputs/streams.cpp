// Reading from sources of inputs by streams and descriptors. Whatever is none goes to the function of the C library.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "library/inputs/sources.h"
#include "runtime/abi.h"

using namespace heddle::inputs;

namespace {

// A name that the program has for an open file; what else it does with it is none of ours.
constexpr const char* kNothing = "/dev/null";

int get(Source& s) {
  const Reading reading(s);
  return next_byte(s);
}

// Up to and with the delimiter, at most so many. EOF: there were none.
long get_line(Source& s, char* to, size_t most, int delimiter) {
  const Reading reading(s);
  size_t n = 0;
  while (n < most) {
    const int c = next_byte(s);
    if (c == EOF) break;
    to[n++] = static_cast<char>(c);
    if (c == delimiter) break;
  }
  return n == 0 && most > 0 ? EOF : static_cast<long>(n);
}

size_t get_block(Source& s, void* to, size_t size) {
  const Reading reading(s);
  const size_t left = s.at < s.size ? s.size - s.at : 0;
  const size_t n = size < left ? size : left;
  for (size_t i = 0; i < n; ++i) static_cast<unsigned char*>(to)[i] = s.bytes[s.at + i];
  s.at += n;
  if (n < size) s.end = true;
  return n;
}

long seek(Source& s, long offset, int from) {
  const Reading reading(s);
  const long base = from == SEEK_SET ? 0 : static_cast<long>(from == SEEK_CUR ? s.at : s.size);
  if (base + offset < 0) {
    errno = EINVAL;
    return -1;
  }
  s.at = static_cast<size_t>(base + offset);
  s.end = false;
  return base + offset;
}

bool reads_only(const char* mode) { return mode[0] == 'r' && mode[1] != '+'; }

}  // namespace

#define OF_STREAM(RESULT, NAME, PARAMETERS, STREAM, MINE, OTHER) \
  FOLLOWED RESULT HEDDLE_IN(NAME) PARAMETERS {                   \
    Source* s = source_of(STREAM);                               \
    if (s == nullptr) return OTHER;                              \
    return MINE;                                                 \
  }

OF_STREAM(int, getchar, (), stdin, get(*s), getchar())
OF_STREAM(int, getchar_unlocked, (), stdin, get(*s), getchar_unlocked())
OF_STREAM(int, getc, (FILE * f), f, get(*s), getc(f))
OF_STREAM(int, _IO_getc, (FILE * f), f, get(*s), getc(f))
OF_STREAM(int, fgetc, (FILE * f), f, get(*s), fgetc(f))
OF_STREAM(int, getc_unlocked, (FILE * f), f, get(*s), getc_unlocked(f))
OF_STREAM(int, fgetc_unlocked, (FILE * f), f, get(*s), fgetc_unlocked(f))

FOLLOWED int HEDDLE_IN(ungetc)(int c, FILE* f) {
  Source* s = source_of(f);
  if (s == nullptr) return ungetc(c, f);
  const Reading reading(*s);
  if (c == EOF || s->at == 0) return EOF;
  --s->at;
  s->end = false;
  if (s->bytes[s->at] != static_cast<unsigned char>(c))  // another than was read
    const_cast<unsigned char*>(s->bytes)[s->at] = static_cast<unsigned char>(c);
  return c;
}

FOLLOWED char* HEDDLE_IN(fgets)(char* to, int size, FILE* f) {
  Source* s = source_of(f);
  if (s == nullptr) return fgets(to, size, f);
  if (size <= 0) return nullptr;
  const long n = get_line(*s, to, static_cast<size_t>(size - 1), '\n');
  if (n == EOF) return nullptr;
  to[n] = 0;
  return to;
}
FOLLOWED char* HEDDLE_IN(fgets_unlocked)(char* to, int size, FILE* f) { return HEDDLE_IN(fgets)(to, size, f); }

FOLLOWED ssize_t HEDDLE_IN(getdelim)(char** line, size_t* room, int delimiter, FILE* f) {
  Source* s = source_of(f);
  if (s == nullptr) return getdelim(line, room, delimiter, f);
  const size_t most = s->size + 1;  // as long as a line can be
  if (*line == nullptr || *room < most) {
    auto* larger = static_cast<char*>(realloc(*line, most < 120 ? 120 : most));
    if (larger == nullptr) return -1;
    *line = larger;
    *room = most < 120 ? 120 : most;
  }
  const long n = get_line(*s, *line, *room - 1, delimiter);
  if (n == EOF) return -1;
  (*line)[n] = 0;
  return n;
}
FOLLOWED ssize_t HEDDLE_IN(__getdelim)(char** line, size_t* room, int delimiter, FILE* f) {
  return HEDDLE_IN(getdelim)(line, room, delimiter, f);
}
FOLLOWED ssize_t HEDDLE_IN(getline)(char** line, size_t* room, FILE* f) { return HEDDLE_IN(getdelim)(line, room, '\n', f); }

FOLLOWED size_t HEDDLE_IN(fread)(void* to, size_t size, size_t count, FILE* f) {
  Source* s = source_of(f);
  if (s == nullptr) return fread(to, size, count, f);
  return size == 0 ? 0 : get_block(*s, to, size * count) / size;
}
FOLLOWED size_t HEDDLE_IN(fread_unlocked)(void* to, size_t size, size_t count, FILE* f) {
  return HEDDLE_IN(fread)(to, size, count, f);
}

OF_STREAM(int, feof, (FILE * f), f, s->end, feof(f))
OF_STREAM(int, feof_unlocked, (FILE * f), f, s->end, feof_unlocked(f))
OF_STREAM(int, ferror, (FILE * f), f, 0, ferror(f))
OF_STREAM(int, ferror_unlocked, (FILE * f), f, 0, ferror_unlocked(f))
OF_STREAM(int, fseek, (FILE * f, long to, int from), f, seek(*s, to, from) < 0 ? -1 : 0, fseek(f, to, from))
OF_STREAM(int, fseeko, (FILE * f, off_t to, int from), f, seek(*s, to, from) < 0 ? -1 : 0, fseeko(f, to, from))
OF_STREAM(long, ftell, (FILE * f), f, static_cast<long>(s->at), ftell(f))
OF_STREAM(off_t, ftello, (FILE * f), f, static_cast<off_t>(s->at), ftello(f))
FOLLOWED void HEDDLE_IN(rewind)(FILE* f) {
  if (Source* s = source_of(f)) seek(*s, 0, SEEK_SET);
  else rewind(f);
}
FOLLOWED void HEDDLE_IN(clearerr)(FILE* f) {
  if (Source* s = source_of(f)) s->end = false;
  else clearerr(f);
}

FOLLOWED FILE* HEDDLE_IN(fopen)(const char* path, const char* mode) {
  Source* s = source_named(path);
  if (s == nullptr || !reads_only(mode)) return fopen(path, mode);
  if (s->stream != nullptr || s->descriptor >= 0) __heddle_input_lost("a file that is an input is opened twice");
  s->stream = fopen(kNothing, "r");
  s->at = 0;
  s->end = false;
  if (s->stream != nullptr) __heddle_source_opened(fileno(s->stream));
  return s->stream;
}
FOLLOWED FILE* HEDDLE_IN(fopen64)(const char* path, const char* mode) { return HEDDLE_IN(fopen)(path, mode); }
FOLLOWED int HEDDLE_IN(fclose)(FILE* f) {
  if (Source* s = source_of(f); s != nullptr && s->name != nullptr) {
    __heddle_source_closed(fileno(f));
    s->stream = nullptr;
  }
  return fclose(f);
}

FOLLOWED int HEDDLE_IN(open)(const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const int mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(list, int) : 0;
  va_end(list);
  Source* s = source_named(path);
  if (s == nullptr || (flags & O_ACCMODE) != O_RDONLY) return open(path, flags, mode);
  if (s->stream != nullptr || s->descriptor >= 0) __heddle_input_lost("a file that is an input is opened twice");
  s->descriptor = open(kNothing, O_RDONLY);
  s->at = 0;
  s->end = false;
  if (s->descriptor >= 0) __heddle_source_opened(s->descriptor);
  return s->descriptor;
}
FOLLOWED int HEDDLE_IN(open64)(const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const int mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(list, int) : 0;
  va_end(list);
  return HEDDLE_IN(open)(path, flags, mode);
}
FOLLOWED int HEDDLE_IN(close)(int descriptor) {
  if (Source* s = source_of(descriptor)) {
    __heddle_source_closed(descriptor);
    s->descriptor = -1;
  }
  return close(descriptor);
}
FOLLOWED ssize_t HEDDLE_IN(read)(int descriptor, void* to, size_t size) {
  Source* s = source_of(descriptor);
  return s == nullptr ? read(descriptor, to, size) : static_cast<ssize_t>(get_block(*s, to, size));
}
FOLLOWED ssize_t HEDDLE_IN(pread)(int descriptor, void* to, size_t size, off_t offset) {
  Source* s = source_of(descriptor);
  if (s == nullptr) return pread(descriptor, to, size, offset);
  Source there;
  there.bytes = s->bytes;
  there.size = s->size;
  there.at = static_cast<size_t>(offset);
  return static_cast<ssize_t>(get_block(there, to, size));
}
FOLLOWED off_t HEDDLE_IN(lseek)(int descriptor, off_t offset, int from) {
  Source* s = source_of(descriptor);
  return s == nullptr ? lseek(descriptor, offset, from) : seek(*s, offset, from);
}
