#include "system/stack.h"

#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>

namespace heddle {
namespace {

constexpr rlim_t kEnough = 8 << 20;  // what Linux gives by default

rlimit before{RLIM_INFINITY, RLIM_INFINITY};
bool raised = false;

struct Work {
  const std::function<int()>& work;
  int answer;
};

void* perform(void* p) {
  auto* w = static_cast<Work*>(p);
  w->answer = w->work();
  return nullptr;
}

}  // namespace

int with_enough_stack(const std::function<int()>& work) {
  rlimit limit{};
  getrlimit(RLIMIT_STACK, &limit);
  if (limit.rlim_cur >= kEnough) return work();
  before = limit;
  const rlimit wanted{kEnough, std::max(kEnough, limit.rlim_max)};
  raised = setrlimit(RLIMIT_STACK, &wanted) == 0;
  if (raised) return work();
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kEnough);
  pthread_setattr_default_np(&attributes);  // of all further threads
  Work w{work, 0};
  if (pthread_create(&thread, &attributes, perform, &w) != 0) return work();
  pthread_join(thread, nullptr);
  return w.answer;
}

void restore_stack_limit() {
  if (raised) setrlimit(RLIMIT_STACK, &before);
}

}  // namespace heddle
