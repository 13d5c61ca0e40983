// poll, select and epoll over pipes, socket pairs and event descriptors. Who waits for several of them counts itself in each; whoever
// changes one that is waited for says so in one place for all, and all look again.
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "library/c/objects.h"

namespace heddle::model {
namespace {

pthread_mutex_t lock;
pthread_cond_t something;
unsigned long changes;

unsigned long changes_so_far() {
  pthread_mutex_lock(&lock);
  const unsigned long now = changes;
  pthread_mutex_unlock(&lock);
  return now;
}

// False if the time is over first. No deadline: null.
bool wait_for_change(unsigned long seen, const timespec* deadline) {
  bool in_time = true;
  pthread_mutex_lock(&lock);
  while (changes == seen && in_time)
    in_time = deadline == nullptr ? pthread_cond_wait(&something, &lock) == 0
                                  : pthread_cond_timedwait(&something, &lock, deadline) == 0;
  pthread_mutex_unlock(&lock);
  return in_time;
}

// A file can always be read and written.
int ready_elsewhere(int descriptor, int events, const char* call) {
  struct stat s;
  if (syscall(SYS_fcntl, descriptor, 1 /* F_GETFD */, 0) < 0) return POLLNVAL;
  if (fstat(descriptor, &s) != 0 || !S_ISREG(s.st_mode)) refuse(call);
  return events & (POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM);
}

// `who` is what the descriptors stood for when watching began.
int look(pollfd* what, Description** who, nfds_t count, int watch, const char* call) {
  int found = 0;
  for (nfds_t i = 0; i < count; ++i) {
    what[i].revents = 0;
    if (what[i].fd < 0) continue;
    if (watch >= 0) who[i] = modelled(what[i].fd);
    Description* d = who[i];
    if (d != nullptr && d->set != nullptr) refuse("poll on a descriptor of epoll");
    const int events = d != nullptr ? ready(*d, what[i].events, watch) : ready_elsewhere(what[i].fd, what[i].events, call);
    what[i].revents = static_cast<short>(events);
    found += events != 0;
  }
  return found;
}

timespec after(const timespec& time) {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  now.tv_sec += time.tv_sec;
  now.tv_nsec += time.tv_nsec;
  if (now.tv_nsec >= 1000000000) {
    now.tv_nsec -= 1000000000;
    ++now.tv_sec;
  }
  return now;
}

// Waits until `look_again`, given whether to begin or to end watching, finds something. `time` null: as long as it takes.
template <class Look>
int wait_for(const timespec* time, Look look_again) {
  if (const int found = look_again(0)) return found;
  if (time != nullptr && time->tv_sec == 0 && time->tv_nsec == 0) return 0;
  const timespec deadline = time != nullptr ? after(*time) : timespec{};
  for (;;) {
    const unsigned long seen = changes_so_far();
    const bool in_time = look_again(+1) != 0 || wait_for_change(seen, time != nullptr ? &deadline : nullptr);
    if (const int found = look_again(-1)) return found;
    if (!in_time) return 0;
  }
}

constexpr nfds_t kMostPolled = 64;
int poll_some(pollfd* what, nfds_t count, const timespec* time, const char* call) {
  if (count == 0 && time != nullptr) {
    nanosleep(time, nullptr);
    return 0;
  }
  if (count > kMostPolled) refuse("poll with more than 64 descriptors");
  Description* who[kMostPolled];
  return wait_for(time, [&](int watch) { return look(what, who, count, watch, call); });
}

timespec milliseconds(int n) { return {n / 1000, n % 1000 * 1000000L}; }

int select_some(int count, fd_set* in, fd_set* out, fd_set* failed, const timespec* time, const char* call) {
  pollfd what[kMostPolled];
  nfds_t n = 0;
  for (int i = 0; i < count; ++i) {
    const bool a = in != nullptr && FD_ISSET(i, in), b = out != nullptr && FD_ISSET(i, out),
               c = failed != nullptr && FD_ISSET(i, failed);
    if (!a && !b && !c) continue;
    if (n == kMostPolled) refuse("select with more than 64 descriptors");
    what[n++] = {i, static_cast<short>((a ? POLLIN : 0) | (b ? POLLOUT : 0)), 0};
  }
  poll_some(what, n, time, call);
  int found = 0;
  for (nfds_t i = 0; i < n; ++i) {
    const int fd = what[i].fd, events = what[i].revents;
    if (events & POLLNVAL) {
      errno = EBADF;
      return -1;
    }
    const auto answer = [&](fd_set* set, int mask) {
      if (set == nullptr || !FD_ISSET(fd, set)) return;
      if (events & mask) ++found;
      else FD_CLR(fd, set);
    };
    answer(in, POLLIN | POLLHUP | POLLERR);
    answer(out, POLLOUT | POLLERR);
    answer(failed, POLLPRI);
  }
  return found;
}

int wait_for_set(Set& set, epoll_event* to, int most, const timespec* time) {
  pollfd what[kMostInterests];
  Description* who[kMostInterests];
  uint64_t data[kMostInterests];
  const auto look_again = [&](int watch) {
    static_assert(EPOLLIN == POLLIN && EPOLLOUT == POLLOUT && EPOLLERR == POLLERR && EPOLLHUP == POLLHUP);
    int n = 0;
    if (watch >= 0) {
      pthread_mutex_lock(&set.lock);
      for (; n < set.count; ++n) {
        const Interest& one = set.interest[n];
        what[n] = {one.events == 0 ? -1 : one.descriptor, static_cast<short>(one.events), 0};
        data[n] = one.data;
      }
      pthread_mutex_unlock(&set.lock);
      for (int i = n; i < kMostInterests; ++i) what[i] = {-1, 0, 0};
    }
    return look(what, who, kMostInterests, watch, "epoll_wait");
  };
  if (wait_for(time, look_again) == 0) return 0;
  int found = 0;
  for (int i = 0; i < kMostInterests && found < most; ++i) {
    if (what[i].fd < 0 || what[i].revents == 0) continue;
    to[found].events = static_cast<uint32_t>(what[i].revents);
    to[found++].data.u64 = data[i];
    pthread_mutex_lock(&set.lock);
    for (int k = 0; k < set.count; ++k)
      if (set.interest[k].descriptor == what[i].fd && set.interest[k].events & EPOLLONESHOT) set.interest[k].events = 0;
    pthread_mutex_unlock(&set.lock);
  }
  return found;
}

int change_set(Set& set, int operation, int descriptor, const epoll_event* event) {
  int at = 0;
  while (at < set.count && set.interest[at].descriptor != descriptor) ++at;
  const bool there = at < set.count;
  if (operation == EPOLL_CTL_ADD ? there : !there) return operation == EPOLL_CTL_ADD ? EEXIST : ENOENT;
  if (operation == EPOLL_CTL_DEL) {
    set.interest[at] = set.interest[--set.count];
    return 0;
  }
  if (event->events & (EPOLLET | EPOLLEXCLUSIVE)) refuse("epoll_ctl with EPOLLET or EPOLLEXCLUSIVE");
  if (at == kMostInterests) refuse("epoll_ctl for more than 32 descriptors");
  set.interest[at] = {descriptor, event->events | EPOLLERR | EPOLLHUP, event->data.u64};
  if (!there) ++set.count;
  return 0;
}

Set* set_of(int descriptor) {
  Description* d = modelled(descriptor);
  return d != nullptr ? d->set : nullptr;
}

int make_set(int flags) {
  Description* d = make_description(nullptr, nullptr, 0, 0);
  d->set = static_cast<Set*>(calloc(1, sizeof(Set)));
  return open_description(d, (flags & EPOLL_CLOEXEC) != 0);
}

}  // namespace

void tell_pollers() {
  pthread_mutex_lock(&lock);
  ++changes;
  pthread_cond_broadcast(&something);
  pthread_mutex_unlock(&lock);
}

}  // namespace heddle::model

using namespace heddle::model;

HEDDLE_WEAK int poll(pollfd* what, nfds_t count, int time) {
  if (!is_modelling()) return static_cast<int>(syscall(SYS_poll, what, count, time));
  const timespec t = milliseconds(time < 0 ? 0 : time);
  return poll_some(what, count, time < 0 ? nullptr : &t, "poll");
}
HEDDLE_WEAK int ppoll(pollfd* what, nfds_t count, const timespec* time, const sigset_t* mask) {
  if (!is_modelling()) return static_cast<int>(syscall(SYS_ppoll, what, count, time, mask, 8));
  if (mask != nullptr) refuse("ppoll with a signal mask");
  return poll_some(what, count, time, "ppoll");
}
HEDDLE_WEAK int select(int count, fd_set* in, fd_set* out, fd_set* failed, timeval* time) {
  if (!is_modelling()) return static_cast<int>(syscall(SYS_select, count, in, out, failed, time));
  const timespec t = time != nullptr ? timespec{time->tv_sec, time->tv_usec * 1000} : timespec{};
  return select_some(count, in, out, failed, time != nullptr ? &t : nullptr, "select");
}
HEDDLE_WEAK int pselect(int count, fd_set* in, fd_set* out, fd_set* failed, const timespec* time,
                        const sigset_t* mask) {
  if (is_modelling() && mask != nullptr) refuse("pselect with a signal mask");
  if (!is_modelling() && mask != nullptr) {
    errno = ENOSYS;
    return -1;
  }
  if (!is_modelling()) return static_cast<int>(syscall(SYS_pselect6, count, in, out, failed, time, nullptr));
  return select_some(count, in, out, failed, time, "pselect");
}

HEDDLE_WEAK int epoll_create1(int flags) noexcept {
  return is_modelling() ? make_set(flags) : static_cast<int>(syscall(SYS_epoll_create1, flags));
}
HEDDLE_WEAK int epoll_create(int size) noexcept {
  if (size > 0) return epoll_create1(0);
  errno = EINVAL;
  return -1;
}
HEDDLE_WEAK int epoll_ctl(int descriptor, int operation, int other, epoll_event* event) noexcept {
  if (!is_modelling()) return static_cast<int>(syscall(SYS_epoll_ctl, descriptor, operation, other, event));
  Set* set = set_of(descriptor);
  if (set == nullptr || modelled(other) == nullptr) refuse("epoll_ctl");
  pthread_mutex_lock(&set->lock);
  const int error = change_set(*set, operation, other, event);
  pthread_mutex_unlock(&set->lock);
  if (error != 0) {
    errno = error;
    return -1;
  }
  tell_pollers();
  return 0;
}
HEDDLE_WEAK int epoll_wait(int descriptor, epoll_event* to, int most, int time) {
  if (!is_modelling()) return static_cast<int>(syscall(SYS_epoll_wait, descriptor, to, most, time));
  Set* set = set_of(descriptor);
  if (set == nullptr) refuse("epoll_wait");
  const timespec t = milliseconds(time < 0 ? 0 : time);
  return wait_for_set(*set, to, most, time < 0 ? nullptr : &t);
}
