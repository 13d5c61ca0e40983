#line 2 "/usr/include/c++/heddle/uncaught.cpp"  // its positions are those of a library
// Linked into C++ programs (heddle_cxx.o), so that it uses the program's own libstdc++: tells the runtime about
// exceptions that nobody catches, and makes the library ready.
#include <cxxabi.h>

#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <string_view>
#include <typeinfo>

extern "C" [[noreturn]] void __heddle_uncaught(const char* type, const char* what);
extern "C" void __heddle_thrown(const char* type, const char* what, const void* where);
extern "C" void __heddle_bad_alloc() { throw std::bad_alloc(); }

namespace {

[[noreturn]] void terminated() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (type == nullptr) __heddle_uncaught(nullptr, nullptr);
  int status = 0;
  char* name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
  const char* shown = name != nullptr ? name : type->name();
  try {
    throw;
  } catch (const std::exception& e) {
    __heddle_uncaught(shown, e.what());
  } catch (...) {
    __heddle_uncaught(shown, nullptr);
  }
}

__attribute__((constructor(102))) void install() {
  std::set_terminate(terminated);
#ifdef __GLIBCXX__
  // The locks behind std::atomic_load(shared_ptr*) are made at their first use, and whether they are is looked at within the
  // library, where nobody sees it. So they are made before the first run.
  std::_Sp_locker made(&made);
#endif
}

}  // namespace

// Exceptions of the standard library say what they are without running code of the program.
extern "C" void __heddle_note_throw(void* object, const std::type_info* type, const void* where) {
  const std::string_view name = type->name();
  const char* what = "";
  void* standard = object;
  if ((name.starts_with("St") || name.starts_with("NSt")) && typeid(std::exception).__do_catch(type, &standard, 1))
    what = static_cast<const std::exception*>(standard)->what();
  __heddle_thrown(type->name(), what, where);
}
