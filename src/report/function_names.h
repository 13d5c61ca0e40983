// Names as people say them. The demangled name of a template or a lambda is long, and differs between compilers and with
// every lambda added before it.
#pragma once
#include <string>

namespace heddle {

// "Queue::push" for "void Queue<int>::push(int const&)", "main::lambda" for "main::$_0::operator()() const".
std::string plain_name(const std::string& demangled);
// "push", "lambda".
std::string last_name(const std::string& demangled);

// A type as the source writes it, from what its type_info says: "std::runtime_error" for "St13runtime_error".
std::string type_name(const std::string& mangled);

// A sentence in which functions are named as people say them: "Queue::push(int)" for "_ZN5Queue4pushEi".
std::string with_readable_names(const std::string& text);

// Without the tags of the C++ library's versions: "items" for "items[abi:cxx11]".
std::string without_abi_tags(std::string demangled);

}  // namespace heddle
