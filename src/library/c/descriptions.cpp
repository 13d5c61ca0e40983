#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "library/c/objects.h"
#include "runtime/abi.h"

namespace heddle::model {
namespace {

// None is used twice in a run: a thread may still be about to read from one that another has closed.
constexpr int kMostDescriptors = 1024, kMostDescriptions = 256;
std::atomic<Description*> descriptors[kMostDescriptors];
Description descriptions[kMostDescriptions];
Channel channels[kMostDescriptions];
std::atomic<int> descriptions_used, channels_used;

}  // namespace

bool is_modelling() { return __heddle_models() != 0; }
void refuse(const char* call) { __heddle_not_modelled(call); }

Description* modelled(int descriptor) {
  return descriptor < 0 || descriptor >= kMostDescriptors ? nullptr : descriptors[descriptor].load();
}

Channel* make_channel(Kind kind, size_t room) {
  const int number = channels_used++;
  if (number >= kMostDescriptions) refuse("pipe, socketpair or eventfd more than 256 times");
  Channel& made = channels[number];
  made.kind = kind;
  made.room = room;
  if (room > 0) made.bytes = static_cast<char*>(malloc(room));
  return &made;
}

Description* make_description(Channel* in, Channel* out, int status, int access) {
  const int number = descriptions_used++;
  if (number >= kMostDescriptions) refuse("pipe, socketpair or eventfd more than 256 times");
  Description& made = descriptions[number];
  made.in = in;
  made.out = out;
  made.status = status;
  made.access = access;
  made.references = 1;
  if (in != nullptr) ++in->readers;
  if (out != nullptr) ++out->writers;
  return &made;
}

int open_description(Description* made, bool close_on_exec) {
  const long number = syscall(SYS_memfd_create, "heddle", close_on_exec ? 1 : 0);
  if (number < 0) return -1;
  if (number >= kMostDescriptors) refuse("pipe, socketpair or eventfd with more than 1024 files open");
  __heddle_modelled(static_cast<int>(number));
  descriptors[number] = made;
  return static_cast<int>(number);
}

void release(Description* description) {
  if (--description->references > 0) return;
  shut(description->in, true);
  if (description->out != description->in) shut(description->out, false);
}

// What dup made.
static int refer(long made, Description* description) {
  if (made < 0) return -1;
  if (made >= kMostDescriptors) refuse("dup with more than 1024 files open");
  ++description->references;
  if (Description* before = descriptors[made].exchange(description)) release(before);
  return static_cast<int>(made);
}

static void forget(int descriptor) {
  if (Description* before = modelled(descriptor) ? descriptors[descriptor].exchange(nullptr) : nullptr) release(before);
}

}  // namespace heddle::model

using namespace heddle::model;

HEDDLE_WEAK int close(int descriptor) {
  forget(descriptor);
  return static_cast<int>(syscall(SYS_close, descriptor));
}

HEDDLE_WEAK int dup(int old) noexcept {
  Description* d = modelled(old);
  const long made = syscall(SYS_dup, old);
  return d != nullptr ? refer(made, d) : static_cast<int>(made);
}

static int duplicate(int old, int to, int flags, long call) {
  Description* d = modelled(old);
  if (old == to) return static_cast<int>(syscall(call, old, to, flags));
  if (d == nullptr) {
    const long made = syscall(call, old, to, flags);
    if (made >= 0) forget(to);
    return static_cast<int>(made);
  }
  return refer(syscall(call, old, to, flags), d);
}
HEDDLE_WEAK int dup2(int old, int to) noexcept { return duplicate(old, to, 0, SYS_dup2); }
HEDDLE_WEAK int dup3(int old, int to, int flags) noexcept { return duplicate(old, to, flags, SYS_dup3); }

static int control(int descriptor, int command, long argument) {
  Description* d = modelled(descriptor);
  if (d == nullptr) return static_cast<int>(syscall(SYS_fcntl, descriptor, command, argument));
  switch (command) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC: return refer(syscall(SYS_fcntl, descriptor, command, argument), d);
    case F_GETFD:
    case F_SETFD: return static_cast<int>(syscall(SYS_fcntl, descriptor, command, argument));
    case F_GETFL: return d->status.load() | d->access;
    case F_SETFL: d->status = static_cast<int>(argument) & (O_NONBLOCK | O_APPEND); return 0;
    case F_GETPIPE_SZ:
      if (Channel* c = d->in != nullptr ? d->in : d->out) return static_cast<int>(c->room);
      [[fallthrough]];
    default: refuse("fcntl on a pipe, socket or event descriptor");
  }
}
HEDDLE_WEAK int fcntl(int descriptor, int command, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, command);
  const long argument = __builtin_va_arg(list, long);
  __builtin_va_end(list);
  return control(descriptor, command, argument);
}
HEDDLE_WEAK int fcntl64(int descriptor, int command, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, command);
  const long argument = __builtin_va_arg(list, long);
  __builtin_va_end(list);
  return control(descriptor, command, argument);
}
