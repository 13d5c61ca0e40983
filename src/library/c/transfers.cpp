// Pipes, socket pairs and event descriptors as programs see them.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "library/c/objects.h"

using namespace heddle::model;

namespace {

constexpr size_t kPipeRoom = 65536, kSocketRoom = 212992;

int open_two(Description* first, Description* second, bool close_on_exec, int* to) {
  const int a = open_description(first, close_on_exec);
  if (a < 0) return -1;
  const int b = open_description(second, close_on_exec);
  if (b < 0) {
    close(a);
    return -1;
  }
  to[0] = a;
  to[1] = b;
  return 0;
}

int make_pipe(int* to, int flags) {
  if (!is_modelling()) return static_cast<int>(syscall(SYS_pipe2, to, flags));
  if (flags & O_DIRECT) refuse("pipe2 with O_DIRECT");
  Channel* c = make_channel(Kind::kBytes, kPipeRoom);
  const int status = flags & O_NONBLOCK;
  return open_two(make_description(c, nullptr, status, O_RDONLY), make_description(nullptr, c, status, O_WRONLY),
                  (flags & O_CLOEXEC) != 0, to);
}

// A call for sockets. Those of the network are not modelled.
Description* socket_of(int descriptor, const char* call, int flags) {
  Description* d = modelled(descriptor);
  if (d == nullptr && is_modelling()) refuse(call);
  constexpr int kKnown = MSG_DONTWAIT | MSG_NOSIGNAL | MSG_PEEK | MSG_WAITALL | MSG_TRUNC | MSG_CMSG_CLOEXEC | MSG_EOR;
  if (d != nullptr && (flags & ~kKnown) != 0) refuse(call);
  return d;
}
bool is_socket(const Description& d) { return d.in != nullptr && d.in->socket; }
ssize_t no_socket() {
  errno = ENOTSOCK;
  return -1;
}

size_t size_of(const iovec* pieces, int count) {
  size_t size = 0;
  for (int i = 0; i < count; ++i) size += pieces[i].iov_len;
  return size;
}

ssize_t take_pieces(Description& d, const iovec* pieces, int count, int flags) {
  if (count == 1) return take(d, pieces[0].iov_base, pieces[0].iov_len, flags);
  const size_t size = size_of(pieces, count);
  auto* all = static_cast<char*>(malloc(size));
  const ssize_t n = take(d, all, size, flags);
  size_t done = 0;
  for (int i = 0; n > 0 && i < count && done < static_cast<size_t>(n); ++i) {
    const size_t left = static_cast<size_t>(n) - done, part = left < pieces[i].iov_len ? left : pieces[i].iov_len;
    memcpy(pieces[i].iov_base, all + done, part);
    done += part;
  }
  free(all);
  return n;
}

ssize_t put_pieces(Description& d, const iovec* pieces, int count, int flags) {
  if (count == 1) return put(d, pieces[0].iov_base, pieces[0].iov_len, flags);
  const size_t size = size_of(pieces, count);
  auto* all = static_cast<char*>(malloc(size));
  size_t done = 0;
  for (int i = 0; i < count; ++i) {
    memcpy(all + done, pieces[i].iov_base, pieces[i].iov_len);
    done += pieces[i].iov_len;
  }
  const ssize_t n = put(d, all, size, flags);
  free(all);
  return n;
}

}  // namespace

HEDDLE_WEAK int pipe(int* to) noexcept { return make_pipe(to, 0); }
HEDDLE_WEAK int pipe2(int* to, int flags) noexcept { return make_pipe(to, flags); }

HEDDLE_WEAK int socketpair(int family, int type, int protocol, int* to) noexcept {
  if (!is_modelling()) return static_cast<int>(syscall(SYS_socketpair, family, type, protocol, to));
  const int what = type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (family != AF_UNIX || (what != SOCK_STREAM && what != SOCK_DGRAM && what != SOCK_SEQPACKET)) refuse("socketpair");
  const Kind kind = what == SOCK_STREAM ? Kind::kBytes : what == SOCK_DGRAM ? Kind::kMessages : Kind::kPackets;
  Channel *there = make_channel(kind, kSocketRoom), *back = make_channel(kind, kSocketRoom);
  there->socket = back->socket = true;
  const int status = type & SOCK_NONBLOCK ? O_NONBLOCK : 0;
  return open_two(make_description(back, there, status, O_RDWR), make_description(there, back, status, O_RDWR),
                  (type & SOCK_CLOEXEC) != 0, to);
}

HEDDLE_WEAK int eventfd(unsigned count, int flags) noexcept {
  if (!is_modelling()) return static_cast<int>(syscall(SYS_eventfd2, count, flags));
  Channel* c = make_channel(Kind::kCounter, 0);
  c->count = count;
  c->takes_one = (flags & EFD_SEMAPHORE) != 0;
  return open_description(make_description(c, c, flags & EFD_NONBLOCK ? O_NONBLOCK : 0, O_RDWR),
                          (flags & EFD_CLOEXEC) != 0);
}
HEDDLE_WEAK int eventfd_read(int descriptor, eventfd_t* value) {
  return read(descriptor, value, sizeof *value) == sizeof *value ? 0 : -1;
}
HEDDLE_WEAK int eventfd_write(int descriptor, eventfd_t value) {
  return write(descriptor, &value, sizeof value) == sizeof value ? 0 : -1;
}

HEDDLE_WEAK ssize_t read(int descriptor, void* to, size_t size) {
  if (Description* d = modelled(descriptor)) return take(*d, to, size, 0);
  return syscall(SYS_read, descriptor, to, size);
}
HEDDLE_WEAK ssize_t write(int descriptor, const void* from, size_t size) {
  if (Description* d = modelled(descriptor)) return put(*d, from, size, 0);
  return syscall(SYS_write, descriptor, from, size);
}
HEDDLE_WEAK ssize_t readv(int descriptor, const iovec* pieces, int count) {
  if (Description* d = modelled(descriptor)) return take_pieces(*d, pieces, count, 0);
  return syscall(SYS_readv, descriptor, pieces, count);
}
HEDDLE_WEAK ssize_t writev(int descriptor, const iovec* pieces, int count) {
  if (Description* d = modelled(descriptor)) return put_pieces(*d, pieces, count, 0);
  return syscall(SYS_writev, descriptor, pieces, count);
}

HEDDLE_WEAK ssize_t recv(int descriptor, void* to, size_t size, int flags) {
  Description* d = socket_of(descriptor, "recv", flags);
  if (d == nullptr) return syscall(SYS_recvfrom, descriptor, to, size, flags, nullptr, nullptr);
  return is_socket(*d) ? take(*d, to, size, flags) : no_socket();
}
HEDDLE_WEAK ssize_t send(int descriptor, const void* from, size_t size, int flags) {
  Description* d = socket_of(descriptor, "send", flags);
  if (d == nullptr) return syscall(SYS_sendto, descriptor, from, size, flags, nullptr, 0);
  return is_socket(*d) ? put(*d, from, size, flags) : no_socket();
}
HEDDLE_WEAK ssize_t recvfrom(int descriptor, void* to, size_t size, int flags, sockaddr* from, socklen_t* length) {
  Description* d = socket_of(descriptor, "recvfrom", flags);
  if (d == nullptr) return syscall(SYS_recvfrom, descriptor, to, size, flags, from, length);
  if (!is_socket(*d)) return no_socket();
  if (length != nullptr) *length = 0;  // the other socket has no name
  return take(*d, to, size, flags);
}
HEDDLE_WEAK ssize_t sendto(int descriptor, const void* from, size_t size, int flags, const sockaddr* to,
                           socklen_t length) {
  Description* d = socket_of(descriptor, "sendto", flags);
  if (d == nullptr) return syscall(SYS_sendto, descriptor, from, size, flags, to, length);
  if (to != nullptr) refuse("sendto with an address");
  return is_socket(*d) ? put(*d, from, size, flags) : no_socket();
}
HEDDLE_WEAK ssize_t recvmsg(int descriptor, msghdr* message, int flags) {
  Description* d = socket_of(descriptor, "recvmsg", flags);
  if (d == nullptr) return syscall(SYS_recvmsg, descriptor, message, flags);
  if (message->msg_controllen > 0) refuse("recvmsg with control messages");
  message->msg_namelen = 0;
  message->msg_flags = 0;
  return take_pieces(*d, message->msg_iov, static_cast<int>(message->msg_iovlen), flags);
}
HEDDLE_WEAK ssize_t sendmsg(int descriptor, const msghdr* message, int flags) {
  Description* d = socket_of(descriptor, "sendmsg", flags);
  if (d == nullptr) return syscall(SYS_sendmsg, descriptor, message, flags);
  if (message->msg_controllen > 0 || message->msg_namelen > 0) refuse("sendmsg with control messages or an address");
  return put_pieces(*d, message->msg_iov, static_cast<int>(message->msg_iovlen), flags);
}
HEDDLE_WEAK int shutdown(int descriptor, int how) noexcept {
  Description* d = socket_of(descriptor, "shutdown", 0);
  if (d == nullptr) return static_cast<int>(syscall(SYS_shutdown, descriptor, how));
  if (!is_socket(*d)) return static_cast<int>(no_socket());
  if (how != SHUT_RD) shut(d->out, false);
  if (how == SHUT_WR) return 0;
  // What was sent can still be read, nothing more comes, and the other side cannot send.
  shut(d->in, false);
  shut(d->in, true);
  return 0;
}
