#include "worker/announce.h"

#include <linux/futex.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "runtime/real.h"

namespace heddle {

void announce(Channel& channel, WorkerState state) {
  channel.state.store(state, std::memory_order_release);
  rt::real.syscall(SYS_futex, &channel.state, FUTEX_WAKE, INT32_MAX, nullptr, nullptr, 0);
}

void finish(Channel& channel, WorkerState state) {
  announce(channel, state);
  rt::real._exit(0);
  __builtin_unreachable();
}

void set_reason(Channel& channel, const std::string& reason) {
  const size_t n = std::min(reason.size(), sizeof channel.result.reason - 1);
  std::memcpy(channel.result.reason, reason.data(), n);
  channel.result.reason[n] = 0;
}

}  // namespace heddle
