#include "runtime/start.h"

#include <cstdlib>

#include "runtime/body.h"
#include "runtime/failure.h"
#include "runtime/fiber.h"
#include "runtime/heap.h"
#include "runtime/hidden.h"
#include "runtime/interpose.h"
#include "runtime/modules.h"
#include "runtime/process.h"
#include "runtime/shadow.h"

namespace heddle::rt {

void refuse(const char* why) {
  g.mode = Mode::kEngine;
  worker_refuse(why);
}

namespace {

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
  fibers_start();
  g.mode = Mode::kStartup;
}

int controlled_main(int, char**, char**) {
  if (worker_body()[0] != 0) body_seek();
  worker_main();
}

}  // namespace
}  // namespace heddle::rt

using namespace heddle::rt;

// The C library's entry: constructors of the executable run inside, then main.
HEDDLE_API int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(), void (*fini)(),
                                 void (*rtld_fini)(), void* stack_end) {
  using Start = int (*)(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*);
  auto* next = reinterpret_cast<Start>(real_symbol("__libc_start_main"));
  if (g.mode != Mode::kStartup) return next(main, argc, argv, init, fini, rtld_fini, stack_end);
  process_arguments(main, argc, argv, environ);
  return next(controlled_main, argc, argv, init, fini, rtld_fini, stack_end);
}
