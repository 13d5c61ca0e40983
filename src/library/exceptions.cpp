// std::exception_ptr counts its references with atomic operations that are in the shared library. Here they are instrumented, so
// that whoever gives an exception back is ordered after those who looked at it.
//
// An exception object lies behind a header that the C++ ABI describes; a rethrown exception has one of its own that refers to the
// first. The layout is that of the Itanium C++ ABI as libstdc++ has it, and does not change.
#include <cxxabi.h>
#include <unwind.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <typeinfo>

namespace {

struct Header {  // __cxa_exception
  std::type_info* type;
  void (*destroy)(void*);
  void* unexpected_handler;
  std::terminate_handler terminate_handler;
  Header* next;
  int handler_count;
  int switch_value;
  const unsigned char* action_record;
  const unsigned char* language_data;
  _Unwind_Ptr catch_temporary;
  void* adjusted;
  _Unwind_Exception unwind;
};
struct Primary {  // __cxa_refcounted_exception
  int references;
  Header header;
};
struct Dependent {  // __cxa_dependent_exception
  void* primary;
  void (*unused)(void*);
  void* unexpected_handler;
  std::terminate_handler terminate_handler;
  Header* next;
  int handler_count;
  int switch_value;
  const unsigned char* action_record;
  const unsigned char* language_data;
  _Unwind_Ptr catch_temporary;
  void* adjusted;
  _Unwind_Exception unwind;
};
struct Globals {  // __cxa_eh_globals
  Header* caught;
  unsigned uncaught;
};

constexpr uint64_t kPrimaryClass = 0x474e5543432b2b00;  // "GNUCC++\0"
constexpr uint64_t kDependentClass = kPrimaryClass | 1;

Primary& primary_of(void* object) { return static_cast<Primary*>(object)[-1]; }
Dependent& dependent_of(_Unwind_Exception* unwind) {
  return *reinterpret_cast<Dependent*>(reinterpret_cast<char*>(unwind) - offsetof(Dependent, unwind));
}

void refer(void* object) { __atomic_add_fetch(&primary_of(object).references, 1, __ATOMIC_ACQ_REL); }

void release(void* object) {
  Primary& primary = primary_of(object);
  if (__atomic_sub_fetch(&primary.references, 1, __ATOMIC_ACQ_REL) != 0) return;
  if (primary.header.destroy != nullptr) primary.header.destroy(object);
  abi::__cxa_free_exception(object);
}

bool is_ended_by_program(_Unwind_Reason_Code code) {
  return code == _URC_FOREIGN_EXCEPTION_CAUGHT || code == _URC_NO_REASON;
}

void end_primary(_Unwind_Reason_Code code, _Unwind_Exception* unwind) {
  if (!is_ended_by_program(code)) std::terminate();
  release(unwind + 1);
}

void end_dependent(_Unwind_Reason_Code code, _Unwind_Exception* unwind) {
  if (!is_ended_by_program(code)) std::terminate();
  Dependent& dependent = dependent_of(unwind);
  void* object = dependent.primary;
  abi::__cxa_free_dependent_exception(reinterpret_cast<abi::__cxa_dependent_exception*>(&dependent));
  release(object);
}

Globals& globals() { return *reinterpret_cast<Globals*>(abi::__cxa_get_globals()); }

// Part of its caller: the unwinder has one frame less to pass.
[[noreturn, gnu::always_inline]] inline void raise(_Unwind_Exception& unwind) {
  ++globals().uncaught;
  _Unwind_RaiseException(&unwind);
  abi::__cxa_begin_catch(&unwind);  // nobody catches it
  std::terminate();
}

}  // namespace

extern "C" {

// std::make_exception_ptr calls this, and throwing does.
__attribute__((weak)) abi::__cxa_refcounted_exception* __cxa_init_primary_exception(void* object, std::type_info* type,
                                                                                    void (*destroy)(void*)) noexcept {
  Primary& primary = primary_of(object);
  primary.references = 0;
  primary.header.type = type;
  primary.header.destroy = destroy;
  primary.header.unexpected_handler = nullptr;
  primary.header.terminate_handler = std::get_terminate();
  primary.header.unwind.exception_class = kPrimaryClass;
  primary.header.unwind.exception_cleanup = end_primary;
  return reinterpret_cast<abi::__cxa_refcounted_exception*>(&primary);
}

void __heddle_note_throw(void* object, const std::type_info* type, const void* where);

__attribute__((weak, noreturn)) void __cxa_throw(void* object, std::type_info* type, void (*destroy)(void*)) {
  __heddle_note_throw(object, type, __builtin_return_address(0));
  __cxa_init_primary_exception(object, type, destroy);
  primary_of(object).references = 1;
  raise(primary_of(object).header.unwind);
}

}  // extern "C"

namespace std {

__attribute__((weak)) void __exception_ptr::exception_ptr::_M_addref() noexcept {
  if (_M_exception_object != nullptr) refer(_M_exception_object);
}
__attribute__((weak)) void __exception_ptr::exception_ptr::_M_release() noexcept {
  if (_M_exception_object == nullptr) return;
  release(_M_exception_object);
  _M_exception_object = nullptr;
}
__attribute__((weak)) __exception_ptr::exception_ptr::exception_ptr(void* object) noexcept
    : _M_exception_object(object) {
  _M_addref();
}

__attribute__((weak)) exception_ptr current_exception() noexcept {
  Header* caught = globals().caught;
  if (caught == nullptr) return nullptr;
  if (caught->unwind.exception_class == kPrimaryClass)
    return __exception_ptr::exception_ptr(static_cast<void*>(&caught->unwind + 1));
  if (caught->unwind.exception_class == kDependentClass)
    return __exception_ptr::exception_ptr(dependent_of(&caught->unwind).primary);
  return nullptr;
}

__attribute__((weak)) void rethrow_exception(exception_ptr pointer) {
  void* object;
  __builtin_memcpy(&object, &pointer, sizeof object);
  auto& dependent = *reinterpret_cast<Dependent*>(abi::__cxa_allocate_dependent_exception());
  dependent.primary = object;
  refer(object);
  dependent.unexpected_handler = nullptr;
  dependent.terminate_handler = get_terminate();
  dependent.unwind.exception_class = kDependentClass;
  dependent.unwind.exception_cleanup = end_dependent;
  pointer = nullptr;
  raise(dependent.unwind);
}

}  // namespace std
