#include "library/inputs/sources.h"

#include "heddle/heddle.h"
#include "runtime/abi.h"

extern "C" {
extern char** environ;
}

namespace heddle::inputs {
namespace {

Source sources[kMostSources];
__heddle_input_source described_as[kMostSources];
int source_count;
bool random_wanted, clock_wanted;

bool same(const char* a, const char* b) {
  for (; *a == *b; ++a, ++b)
    if (*a == 0) return true;
  return false;
}

bool begins(const char* text, const char* with) {
  for (; *with != 0; ++text, ++with)
    if (*text != *with) return false;
  return true;
}

void receive(char* to, size_t size, const char* name) {
  for (size_t i = 0; i < size; ++i) to[i] = static_cast<char>(heddle_input_1(name));
}

size_t length(const char* s) {
  size_t n = 0;
  while (s[n] != 0) ++n;
  return n;
}

// How many of the bytes there are, if that is an input too.
size_t receive_size(size_t most) {
  if (most < 256) {
    const unsigned char size = heddle_input_1("size");
    heddle_assume(size <= most);
    return size;
  }
  const unsigned short size = heddle_input_2("size");
  heddle_assume(size <= most);
  return size;
}

void add_source(const __heddle_input_source& described) {
  if (source_count == kMostSources) return;
  Source& s = sources[source_count++];
  auto* room = static_cast<char*>(malloc(described.size + 1));
  s.name = described.kind == HEDDLE_SOURCE_FILE ? described.name : nullptr;
  s.size = described.exact ? described.size : receive_size(described.size);
  receive(room, described.size, described.name);
  s.bytes = reinterpret_cast<unsigned char*>(room);
  if (described.kind == HEDDLE_SOURCE_STDIN) {
    s.stream = stdin;
    s.descriptor = 0;
    __heddle_source_opened(0);
  }
}

// NAME=value, of which the value is an input of at most so many bytes.
void receive_variable(const __heddle_input_source& described) {
  for (char** each = environ; *each != nullptr; ++each)
    if (begins(*each, described.name) && (*each)[length(described.name)] == '=')
      receive(*each + length(described.name) + 1, described.size, described.name);
}

// Before main, in every run.
void start(int argc, char** argv) {
  const unsigned count = __heddle_input_source_count();
  for (unsigned i = 0; i < count && i < kMostSources; ++i) {
    __heddle_input_source& each = described_as[i];
    __heddle_input_source_at(i, &each);
    switch (each.kind) {
      case HEDDLE_SOURCE_ARGUMENTS:
        for (int k = 1; k < argc; ++k) receive(argv[k], length(argv[k]), each.name);
        break;
      case HEDDLE_SOURCE_VARIABLE: receive_variable(each); break;
      case HEDDLE_SOURCE_STDIN:
      case HEDDLE_SOURCE_FILE: add_source(each); break;
      case HEDDLE_SOURCE_RANDOM: random_wanted = true; break;
      case HEDDLE_SOURCE_CLOCK: clock_wanted = true; break;
      default: break;
    }
  }
}

__attribute__((constructor)) void announce() { __heddle_inputs_begin(start); }

}  // namespace

Source* source_of(FILE* stream) {
  for (int i = 0; i < source_count; ++i)
    if (sources[i].stream == stream && stream != nullptr) return &sources[i];
  return nullptr;
}
Source* source_of(int descriptor) {
  for (int i = 0; i < source_count; ++i)
    if (sources[i].descriptor == descriptor && descriptor >= 0) return &sources[i];
  return nullptr;
}
Source* source_named(const char* path) {
  for (int i = 0; i < source_count; ++i)
    if (sources[i].name != nullptr && same(sources[i].name, path)) return &sources[i];
  return nullptr;
}

bool wants_random() { return random_wanted; }
bool wants_clock() { return clock_wanted; }

}  // namespace heddle::inputs

// Linked into programs that are compiled for inputs by this name.
extern "C" int heddle_in_sources;
int heddle_in_sources = 1;
