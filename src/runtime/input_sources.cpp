#include "runtime/input_sources.h"

#include <sys/syscall.h>

#include <cstdlib>
#include <cstring>

#include "runtime/abi.h"
#include "runtime/failure.h"
#include "runtime/interpose.h"
#include "runtime/real.h"
#include "runtime/system_call_names.h"

namespace heddle::rt {
namespace {

constexpr int kMostSources = 16, kMostArguments = 16;
__heddle_input_source sources[kMostSources];
uint32_t source_count;
char text[1024];  // with a zero behind each word

uint64_t argument_sizes[kMostArguments];
int argument_count;

void (*begin)(int, char**);  // of the library; null: the program was not compiled for inputs
uint64_t opened;             // descriptors that stand for a source, in this run

char* cut(char* at, char separator) {
  char* end = strrchr(at, separator);
  if (end == nullptr) return nullptr;
  *end = 0;
  return end + 1;
}

// "64", or "=64" for exactly as many.
void read_size(const char* size, __heddle_input_source& source) {
  if (size == nullptr) return;
  source.exact = *size == '=';
  source.size = strtoul(size + source.exact, nullptr, 10);
}

void read_arguments(char* sizes) {
  for (; sizes != nullptr && *sizes != 0 && argument_count < kMostArguments; ++sizes) {
    argument_sizes[argument_count++] = strtoul(sizes, &sizes, 10);
    if (*sizes == 0) break;
  }
}

void add(char* word) {
  if (source_count == kMostSources || *word == 0) return;
  __heddle_input_source& s = sources[source_count++];
  s = {HEDDLE_SOURCE_RANDOM, 0, 0, {}};
  char* rest = strchr(word, ':');
  if (rest != nullptr) *rest++ = 0;
  if (strcmp(word, "args") == 0) {
    s.kind = HEDDLE_SOURCE_ARGUMENTS;
    read_arguments(rest);
  } else if (strcmp(word, "stdin") == 0) {
    s.kind = HEDDLE_SOURCE_STDIN;
    read_size(rest, s);
  } else if (strcmp(word, "clock") == 0) {
    s.kind = HEDDLE_SOURCE_CLOCK;
  } else if (rest != nullptr) {
    s.kind = strcmp(word, "file") == 0 ? HEDDLE_SOURCE_FILE : HEDDLE_SOURCE_VARIABLE;
    read_size(cut(rest, ':'), s);
    strncpy(s.name, rest, sizeof s.name - 1);
  }
}

const __heddle_input_source* variable(int i) {
  for (uint32_t k = 0; k < source_count; ++k)
    if (sources[k].kind == HEDDLE_SOURCE_VARIABLE && i-- == 0) return &sources[k];
  return nullptr;
}

}  // namespace

void input_sources_start(const char* settings) {
  strncpy(text, settings, sizeof text - 1);
  for (char* word = text; *word != 0;) {
    char* end = strchr(word, '\n');
    if (end != nullptr) *end = 0;
    add(word);
    if (end == nullptr) break;
    word = end + 1;
  }
}

uint64_t input_strings_size() {
  uint64_t size = 0;
  for (uint32_t i = 0; i < source_count; ++i)
    if (sources[i].kind == HEDDLE_SOURCE_VARIABLE) size += strlen(sources[i].name) + sources[i].size + 16;
  for (int i = 0; i < argument_count; ++i) size += argument_sizes[i] + 16;
  return size;
}

int input_arguments(char** list, char*& room) {
  for (int i = 0; i < argument_count; ++i) {
    list[i] = room;
    memset(room, 'a', argument_sizes[i]);
    room += argument_sizes[i];
    *room++ = 0;
  }
  return argument_count;
}

char* input_variable(int i, char*& room) {
  const __heddle_input_source* source = variable(i);
  if (source == nullptr) return nullptr;
  char* entry = room;
  room = stpcpy(room, source->name);
  *room++ = '=';
  memset(room, 'a', source->size);
  room += source->size;
  *room++ = 0;
  return entry;
}

bool is_input_variable(const char* entry) {
  for (int i = 0; variable(i) != nullptr; ++i)
    if (const size_t n = strlen(variable(i)->name); strncmp(entry, variable(i)->name, n) == 0 && entry[n] == '=')
      return true;
  return false;
}

bool follows_inputs() { return begin != nullptr; }

void receive_sources(int argc, char** argv) {
  opened = 0;
  if (source_count == 0) return;
  if (begin == nullptr)
    return uncontrolled("the program was not compiled for inputs: what it reads from outside is the same in every run");
  begin(argc, argv);
}

void note_source_call(long number, long descriptor, uint64_t position) {
  if (opened == 0 || descriptor < 0 || descriptor > 63 || !(opened >> descriptor & 1)) return;
  switch (number) {
    case SYS_close:
    case SYS_ioctl:
    case SYS_fcntl: return;
    default: break;
  }
  const char* name = system_call_name(number);
  unsupported(position, "an input is read by a call that does not carry it (%s): it would be lost",
              name ? name : "unknown");
}

void note_source_path(const char* path, bool reads) {
  for (uint32_t i = 0; reads && i < source_count; ++i)
    if (sources[i].kind == HEDDLE_SOURCE_FILE && strcmp(sources[i].name, path) == 0)
      unsupported(0, "the file %s, which is an input, is opened by a call that does not carry it: it would be lost",
                  path);
}

}  // namespace heddle::rt

using namespace heddle::rt;

HEDDLE_API uint32_t __heddle_input_source_count() { return source_count; }
HEDDLE_API void __heddle_input_source_at(uint32_t i, __heddle_input_source* to) { *to = sources[i]; }
HEDDLE_API void __heddle_inputs_begin(void (*start)(int, char**)) { begin = start; }
HEDDLE_API void __heddle_source_opened(int descriptor) {
  if (descriptor >= 0 && descriptor < 64) opened |= uint64_t{1} << descriptor;
}
HEDDLE_API void __heddle_source_closed(int descriptor) {
  if (descriptor >= 0 && descriptor < 64) opened &= ~(uint64_t{1} << descriptor);
}
HEDDLE_API void __heddle_source_read() {
  if (running()) spin_dirty();
}
HEDDLE_API void __heddle_input_lost(const char* what) {
  if (running()) unsupported(HERE, "%s: an input would be lost", what);
}
