// Ending a thread from within: pthread_exit runs the destructors of everything on the stack, as the C library
// does, by a forced unwind. Compiled with exceptions, which pass through here.
#include <unwind.h>

#include <cstring>

#include "runtime/process.h"
#include "runtime/state.h"
#include "runtime/threads.h"

namespace heddle::rt {
namespace {

_Unwind_Exception forced[kMaxThreads];

_Unwind_Reason_Code stop(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
                         _Unwind_Context* context, void*) {
  const uint64_t top = kStackBase + (g.current + uint64_t{1}) * kStackSlot;
  if ((actions & _UA_END_OF_STACK) || _Unwind_GetCFA(context) >= top - 96) thread_end(self().result);
  return _URC_NO_REASON;
}

}  // namespace

void unwind_and_end() {
  _Unwind_Exception& e = forced[g.current];
  std::memset(&e, 0, sizeof e);
  _Unwind_ForcedUnwind(&e, stop, nullptr);
  thread_end(self().result);
}

}  // namespace heddle::rt
