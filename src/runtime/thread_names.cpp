#include "runtime/thread_names.h"

#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cstring>

#include "runtime/interpose.h"
#include "runtime/raw_call.h"
#include "runtime/threads.h"

namespace heddle::rt {
namespace {

char names[kMaxThreads][16];
char name_at_start[16];
bool named;  // in this run; until then all have the name of the start

}  // namespace

void thread_names_snapshot() { raw_call(SYS_prctl, PR_GET_NAME, reinterpret_cast<long>(name_at_start)); }
void thread_names_reset() { named = false; }
void thread_names_inherit(int creator, int thread) {
  if (named) memcpy(names[thread], names[creator], 16);
}
const char* thread_name(int thread) { return named ? names[thread] : name_at_start; }
void set_thread_name(int thread, const char* name) {
  spin_dirty();
  if (!named)
    for (auto& each : names) memcpy(each, name_at_start, 16);
  named = true;
  strncpy(names[thread], name, 15);
}

}  // namespace heddle::rt

using namespace heddle::rt;

HEDDLE_API int pthread_setname_np(pthread_t thread, const char* name) noexcept {
  static auto* next = reinterpret_cast<int (*)(pthread_t, const char*)>(real_symbol("pthread_setname_np"));
  if (!running()) return next(thread, name);
  const int id = thread_of(thread);
  if (id < 0) return ESRCH;
  if (strlen(name) > 15) return ERANGE;
  set_thread_name(id, name);
  return 0;
}
HEDDLE_API int pthread_getname_np(pthread_t thread, char* name, size_t size) noexcept {
  static auto* next = reinterpret_cast<int (*)(pthread_t, char*, size_t)>(real_symbol("pthread_getname_np"));
  if (!running()) return next(thread, name, size);
  const int id = thread_of(thread);
  if (id < 0) return ESRCH;
  if (size < 16) return ERANGE;
  memcpy(name, thread_name(id), 16);
  return 0;
}
