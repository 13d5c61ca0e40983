// Pipes, pairs of sockets and event descriptors, kept in the program's own memory and compiled like the program. The kernel's would
// make a thread wait where nobody sees it, and would keep their contents from one run to the next. Here a thread waits at a
// condition variable, as any other thread does: so the search tries all orders, a wait that nobody ends is a deadlock, and what
// one thread writes before it sends is ordered before what another does after it received.
//
// A descriptor is a number in the kernel's table too, which stands for nothing (reserve): open and dup keep away from it, and the
// runtime refuses calls on it that are not modelled.
#pragma once
#include <pthread.h>
#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

#define HEDDLE_WEAK extern "C" __attribute__((weak))  // a program may have a function of its own by this name

namespace heddle::model {

enum class Kind : uint8_t { kBytes, kMessages, kPackets, kCounter };  // packets: messages over a connection

// One direction of a pipe or of a pair of sockets, or an event descriptor.
struct Channel {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int waiting;  // threads at `changed`
  int polled;   // threads that wait for several channels, of which this is one
  Kind kind;
  bool socket, takes_one;  // takes_one: a counter that is used as a semaphore
  int readers, writers;    // descriptions through which it can be read and written
  uint64_t count;          // of a counter
  size_t first, size, room;
  char* bytes;
};

struct Interest {
  int descriptor;
  uint32_t events;
  uint64_t data;
};
constexpr int kMostInterests = 32;
struct Set {  // of epoll
  pthread_mutex_t lock;
  int count;
  Interest interest[kMostInterests];
};

// What open descriptors refer to, several of them after dup.
struct Description {
  Channel *in, *out;
  Set* set;
  std::atomic<int> references, status;  // status: O_NONBLOCK
  int access;
};

Description* modelled(int descriptor);                     // null if it is not one of ours
int open_description(Description* made, bool close_on_exec);  // -1 if there are too many
Description* make_description(Channel* in, Channel* out, int status, int access);
Channel* make_channel(Kind kind, size_t room);
void release(Description* description);

bool is_modelling();                         // else the program runs on its own, and the kernel's are used
[[noreturn]] void refuse(const char* call);  // what is not modelled

// As read and write; flags are those of recv and send.
ssize_t take(Description& from, void* to, size_t size, int flags);
ssize_t put(Description& to, const void* from, size_t size, int flags);
void shut(Channel* channel, bool reading);

// Events as poll has them. `watch`: from now on, or until now, a thread waits for them.
int ready(Description& description, int events, int watch);
void tell_pollers();

}  // namespace heddle::model
