// std::promise::set_value_at_thread_exit and its like: the value is there when the thread has ended, after its thread-local
// objects. The shared library does so unseen, and who waits for the value would not be ordered after the thread.
#include <pthread.h>

#include <cstdlib>
#include <future>

namespace std {
namespace {

pthread_key_t promised;  // the first of what a thread promised
pthread_once_t ready = PTHREAD_ONCE_INIT;

void keep_promises(void* first) {
  for (auto* each = static_cast<__at_thread_exit_elt*>(first); each != nullptr;) {
    auto* next = each->_M_next;
    each->_M_cb(each);
    each = next;
  }
}

void make_ready() {
  pthread_key_create(&promised, keep_promises);
  atexit([] { keep_promises(pthread_getspecific(promised)); });  // the thread that leaves main
}

}  // namespace

void __future_base::_State_baseV2::_Make_ready::_S_run(void* promise) {
  const unique_ptr<_Make_ready> mine(static_cast<_Make_ready*>(promise));
  if (const auto state = mine->_M_shared_state.lock())
    state->_M_status._M_store_notify_all(_Status::__ready, memory_order_release);
}

void __future_base::_State_baseV2::_Make_ready::_M_set() {
  pthread_once(&ready, make_ready);
  _M_cb = &_S_run;
  _M_next = static_cast<__at_thread_exit_elt*>(pthread_getspecific(promised));
  pthread_setspecific(promised, this);
}

}  // namespace std
