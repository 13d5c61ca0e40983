#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "library/c/objects.h"

namespace heddle::model {
namespace {

constexpr uint64_t kMostCounted = UINT64_MAX - 1;
using Length = uint32_t;  // in front of each message

class Locked {
 public:
  explicit Locked(Channel& channel) : channel_(channel) { pthread_mutex_lock(&channel.lock); }
  ~Locked() { pthread_mutex_unlock(&channel_.lock); }
  Locked(const Locked&) = delete;

 private:
  Channel& channel_;
};

void wait(Channel& c) {
  ++c.waiting;
  pthread_cond_wait(&c.changed, &c.lock);
  --c.waiting;
}

void tell(Channel& c) {
  if (c.waiting > 0) pthread_cond_broadcast(&c.changed);
  if (c.polled > 0) tell_pollers();
}

void copy_in(Channel& c, const void* from, size_t size) {
  const size_t at = (c.first + c.size) % c.room, straight = size < c.room - at ? size : c.room - at;
  memcpy(c.bytes + at, from, straight);
  if (straight < size) memcpy(c.bytes, static_cast<const char*>(from) + straight, size - straight);
  c.size += size;
}

void copy_out(const Channel& c, size_t offset, void* to, size_t size) {
  const size_t at = (c.first + offset) % c.room, straight = size < c.room - at ? size : c.room - at;
  memcpy(to, c.bytes + at, straight);
  if (straight < size) memcpy(static_cast<char*>(to) + straight, c.bytes, size - straight);
}

void drop(Channel& c, size_t size) {
  c.size -= size;
  c.first = c.size == 0 ? 0 : (c.first + size) % c.room;
}

bool has_something(const Channel& c) { return c.kind == Kind::kCounter ? c.count > 0 : c.size > 0; }
bool has_ended(const Channel& c) { return c.kind != Kind::kCounter && c.kind != Kind::kMessages && c.writers == 0; }
bool has_room(const Channel& c) {
  return c.kind == Kind::kCounter ? c.count < kMostCounted : c.room - c.size >= PIPE_BUF + sizeof(Length);
}

ssize_t fail(int error) {
  errno = error;
  return -1;
}

ssize_t take_count(Channel& c, void* to) {
  const uint64_t value = c.takes_one ? 1 : c.count;
  c.count -= value;
  memcpy(to, &value, sizeof value);
  return sizeof value;
}

ssize_t take_message(Channel& c, void* to, size_t size, int flags) {
  Length length;
  copy_out(c, 0, &length, sizeof length);
  const size_t n = length < size ? length : size;
  if (n > 0) copy_out(c, sizeof length, to, n);
  if (!(flags & MSG_PEEK)) drop(c, sizeof length + length);
  return static_cast<ssize_t>(flags & MSG_TRUNC ? length : n);
}

ssize_t take_some(Channel& c, void* to, size_t size, int flags) {
  if (c.kind == Kind::kCounter) return take_count(c, to);
  if (c.kind != Kind::kBytes) return take_message(c, to, size, flags);
  const size_t n = size < c.size ? size : c.size;
  copy_out(c, 0, to, n);
  if (!(flags & MSG_PEEK)) drop(c, n);
  return static_cast<ssize_t>(n);
}

// Nobody will ever read it.
ssize_t nobody_reads(const Channel& c, int flags) {
  if (c.kind == Kind::kMessages) return fail(ECONNREFUSED);
  if (!(flags & MSG_NOSIGNAL)) raise(SIGPIPE);
  return fail(EPIPE);
}

ssize_t put_count(Channel& c, const void* from, bool waits) {
  uint64_t value;
  memcpy(&value, from, sizeof value);
  if (value == UINT64_MAX) return fail(EINVAL);
  const Locked locked(c);
  while (c.count > kMostCounted - value) {
    if (!waits) return fail(EAGAIN);
    wait(c);
  }
  c.count += value;
  tell(c);
  return sizeof value;
}

ssize_t put_message(Channel& c, const void* from, size_t size, int flags, bool waits) {
  const auto length = static_cast<Length>(size);
  if (size + sizeof length > c.room) return fail(EMSGSIZE);
  {
    const Locked locked(c);
    while (c.readers > 0 && c.room - c.size < size + sizeof length) {
      if (!waits) return fail(EAGAIN);
      wait(c);
    }
    if (c.readers > 0) {
      copy_in(c, &length, sizeof length);
      if (size > 0) copy_in(c, from, size);
      tell(c);
      return static_cast<ssize_t>(size);
    }
  }
  return nobody_reads(c, flags);
}

// Up to PIPE_BUF bytes go together; more of them may be mixed with what others write.
ssize_t put_bytes(Channel& c, const void* from, size_t size, int flags, bool waits) {
  const auto* bytes = static_cast<const char*>(from);
  size_t done = 0;
  {
    const Locked locked(c);
    while (c.readers > 0 && done < size) {
      const size_t left = size - done, free = c.room - c.size;
      if (free == 0 || (size <= PIPE_BUF && free < left)) {
        if (!waits) return done > 0 ? static_cast<ssize_t>(done) : fail(EAGAIN);
        wait(c);
        continue;
      }
      const size_t n = left < free ? left : free;
      copy_in(c, bytes + done, n);
      done += n;
      tell(c);
    }
  }
  return done > 0 ? static_cast<ssize_t>(done) : nobody_reads(c, flags);
}

}  // namespace

ssize_t take(Description& from, void* to, size_t size, int flags) {
  if (from.in == nullptr) return fail(EBADF);
  Channel& c = *from.in;
  if (c.kind == Kind::kCounter && size < sizeof c.count) return fail(EINVAL);
  if (size == 0 && c.kind == Kind::kBytes) return 0;
  const bool waits = !(flags & MSG_DONTWAIT) && !(from.status & O_NONBLOCK);
  size_t done = 0;
  const Locked locked(c);
  do {
    while (!has_something(c)) {
      if (has_ended(c) || (done > 0 && !waits)) return static_cast<ssize_t>(done);
      if (!waits) return fail(EAGAIN);
      wait(c);
    }
    done += static_cast<size_t>(take_some(c, static_cast<char*>(to) + done, size - done, flags));
    if (!(flags & MSG_PEEK)) tell(c);
  } while (flags & MSG_WAITALL && c.kind == Kind::kBytes && !(flags & MSG_PEEK) && done < size);
  return static_cast<ssize_t>(done);
}

ssize_t put(Description& to, const void* from, size_t size, int flags) {
  if (to.out == nullptr) return fail(EBADF);
  Channel& c = *to.out;
  const bool waits = !(flags & MSG_DONTWAIT) && !(to.status & O_NONBLOCK);
  if (c.kind == Kind::kCounter) return size < sizeof c.count ? fail(EINVAL) : put_count(c, from, waits);
  if (c.kind != Kind::kBytes) return put_message(c, from, size, flags, waits);
  return size == 0 ? 0 : put_bytes(c, from, size, flags, waits);
}

void shut(Channel* channel, bool reading) {
  if (channel == nullptr) return;
  const Locked locked(*channel);
  int& side = reading ? channel->readers : channel->writers;
  if (side == 0) return;
  --side;
  tell(*channel);
}

int ready(Description& d, int events, int watch) {
  int found = 0;
  bool in_ended = false, out_ended = false;
  if (d.in != nullptr) {
    const Locked locked(*d.in);
    in_ended = has_ended(*d.in);
    if (has_something(*d.in) || (in_ended && d.in->socket)) found |= POLLIN | POLLRDNORM;
    d.in->polled += watch;
  }
  if (d.out != nullptr) {
    const Locked locked(*d.out);
    out_ended = d.out->kind != Kind::kCounter && d.out->readers == 0;
    if (has_room(*d.out) || out_ended) found |= POLLOUT | POLLWRNORM;
    d.out->polled += watch;
  }
  found &= events;
  const bool socket = (d.in != nullptr && d.in->socket) || (d.out != nullptr && d.out->socket);
  if (socket) {
    if (in_ended && out_ended) found |= POLLHUP;
    if (in_ended) found |= events & POLLRDHUP;
  } else {
    if (in_ended) found |= POLLHUP;
    if (out_ended) found |= POLLERR;
  }
  return found;
}

}  // namespace heddle::model
