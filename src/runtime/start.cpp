#include "runtime/start.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "runtime/body.h"
#include "runtime/failure.h"
#include "runtime/fixed.h"
#include "runtime/fiber.h"
#include "runtime/heap.h"
#include "runtime/handles.h"
#include "runtime/hidden.h"
#include "runtime/input_sources.h"
#include "runtime/layout.h"
#include "runtime/interpose.h"
#include "runtime/modules.h"
#include "runtime/process.h"
#include "runtime/shadow.h"
#include "runtime/snapshot.h"

namespace heddle::rt {

unsigned char* kernel_bytes;

void refuse(const char* why) {
  g.mode = Mode::kEngine;
  worker_refuse(why);
}

namespace {

// The program's arguments and environment, in pages of their own that can be reset like its globals: it may write into the
// strings, and unsetenv writes into the list.
uint64_t strings_begin, strings_end;

constexpr size_t kMoreStrings = 32;  // room for those that are inputs

char** begin_strings(char** list, char*& room) {
  size_t n = 0;
  while (list[n] != nullptr) ++n;
  auto** copy = reinterpret_cast<char**>(room);
  room += sizeof(char*) * (n + 1 + kMoreStrings);
  return copy;
}

char* copy_string(const char* string, char*& room) {
  char* copy = room;
  room = stpcpy(room, string) + 1;
  return copy;
}

void end_strings(char*& room) { room = reinterpret_cast<char*>((reinterpret_cast<uint64_t>(room) + 7) & ~uint64_t{7}); }

char** copy_arguments(char** list, int& count, char*& room) {
  char** copy = begin_strings(list, room);
  copy[0] = count > 0 ? copy_string(list[0], room) : nullptr;
  if (const int inputs = count > 0 ? input_arguments(copy + 1, room) : 0; inputs > 0) {
    count = 1 + inputs;
  } else {
    for (int i = 1; i < count; ++i) copy[i] = copy_string(list[i], room);
  }
  copy[count] = nullptr;
  end_strings(room);
  return copy;
}

char** copy_environment(char** list, char*& room) {
  char** copy = begin_strings(list, room);
  int n = 0;
  for (; *list != nullptr; ++list)
    if (!is_input_variable(*list)) copy[n++] = copy_string(*list, room);
  for (int i = 0; char* entry = input_variable(i, room); ++i) copy[n++] = entry;
  copy[n] = nullptr;
  end_strings(room);
  return copy;
}

uint64_t strings_size(char** list) {
  uint64_t size = 16 + sizeof(char*) * kMoreStrings;
  for (; *list != nullptr; ++list) size += sizeof(char*) + strlen(*list) + 1;
  return size;
}

void move_strings(int& count, char**& arguments) {
  const uint64_t size =
      (16 + strings_size(arguments) + strings_size(environ) + input_strings_size() + 4095) & ~uint64_t{4095};
  void* pages = mmap(reinterpret_cast<void*>(kStringsBase), size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (pages == MAP_FAILED) refuse("cannot copy the environment");
  auto* room = static_cast<char*>(pages);
  strings_begin = reinterpret_cast<uint64_t>(pages);
  strings_end = strings_begin + size;
  kernel_bytes = reinterpret_cast<unsigned char*>(room);
  room += 16;
  for (int i = 0; i < 16; ++i) kernel_bytes[i] = static_cast<unsigned char>(17 * i + 1);
  arguments = copy_arguments(arguments, count, room);
  environ = copy_environment(environ, room);
}

// Before any constructor of the program, but for libraries that it does not know of.
__attribute__((constructor(101))) void start() {
  real_start();
  if (getenv("HEDDLE_CHANNEL") == nullptr && getenv("HEDDLE_CHANNEL_FILE") == nullptr) return;
  g.mode = Mode::kEngine;
  g.thread = static_cast<Thread*>(our_pages(sizeof(Thread) * kMaxThreads));
  g.next = static_cast<Event*>(our_pages(sizeof(Event) * kMaxThreads));
  set_current(kMainThread);
  g.threads = 1;
  g.live = 1;
  worker_start();
  modules_start();
  shadow_start();
  heap_start();
  hidden_start();
  track_library_variables();
  fibers_start();
  g.mode = Mode::kStartup;
}

int controlled_main(int, char**, char**) {
  if (worker_body()[0] != 0) body_seek();
  worker_main();
}

}  // namespace

void strings_snapshot() { snapshot_add_pages(strings_begin, strings_end); }

}  // namespace heddle::rt

using namespace heddle::rt;

// The C library's entry: constructors of the executable run inside, then main.
HEDDLE_API int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(),
                                 void (*fini)(), void (*rtld_fini)(), void* stack_end) {
  using Start = int (*)(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*);
  auto* next = reinterpret_cast<Start>(real_symbol("__libc_start_main"));
  if (g.mode != Mode::kStartup) return next(main, argc, argv, init, fini, rtld_fini, stack_end);
  move_strings(argc, argv);
  process_arguments(main, argc, argv, environ);
  return next(controlled_main, argc, argv, init, fini, rtld_fini, stack_end);
}
