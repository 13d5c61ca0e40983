#include "report/function_names.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace heddle {
namespace {

constexpr const char* kAnonymous = "(anonymous namespace)::";
constexpr const char* kOperator = "operator";

bool is_identifier(char c) {
  return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

bool stands_at(std::string_view text, size_t at, std::string_view what) {
  return at <= text.size() && text.substr(at).starts_with(what);
}

// Behind the bracket that closes the one at `at`.
size_t behind_group(const std::string& text, size_t at) {
  const char open = text[at], close = open == '<' ? '>' : open == '(' ? ')' : '}';
  int depth = 0;
  for (; at < text.size(); ++at) {
    depth += text[at] == open;
    depth -= text[at] == close && !(close == '>' && text[at - 1] == '-');
    if (depth == 0) return at + 1;
  }
  return at;
}

// What is meant by "operator" at `at`: the punctuation that belongs to the name.
size_t behind_operator(const std::string& text, size_t at) {
  at += std::char_traits<char>::length(kOperator);
  if (stands_at(text, at, "()")) return at + 2;
  while (at < text.size() && text[at] != '(' && !is_identifier(text[at]) && text[at] != ' ') ++at;
  return at;
}

// Components of a lambda: "$_0", "'lambda'", "'lambda0'", "{lambda#1}".
bool is_lambda(const std::string& component) {
  return component.starts_with("$_") || component.starts_with("'lambda") || component.starts_with("{lambda");
}

}  // namespace

std::string without_abi_tags(std::string demangled) {
  for (size_t at = 0; (at = demangled.find("[abi:", at)) != std::string::npos;) {
    const size_t end = std::min(demangled.find(']', at), demangled.size() - 1);
    demangled.erase(at, end + 1 - at);
  }
  return demangled;
}

std::string plain_name(const std::string& demangled) {
  std::string name = without_abi_tags(demangled), plain;
  replace_all(name, kAnonymous, "");
  for (size_t at = 0; at < name.size();) {
    const bool word = at == 0 || !is_identifier(name[at - 1]);
    if (word && stands_at(name, at, kOperator) && (at + 8 == name.size() || !is_identifier(name[at + 8]))) {
      const size_t end = behind_operator(name, at);
      plain += name.substr(at, end - at);
      at = end;
    } else if (name[at] == '<' || name[at] == '(') {
      at = behind_group(name, at);
      if (stands_at(name, at, " const")) at += 6;
    } else if (name[at] == ' ' && plain.find(kOperator) == std::string::npos) {
      plain.clear();  // what stood before was the type that the function returns
      ++at;
    } else {
      plain += name[at++];
    }
  }
  std::string result;
  for (size_t begin = 0; begin <= plain.size();) {
    const size_t end = std::min(plain.find("::", begin), plain.size());
    std::string component = plain.substr(begin, end - begin);
    begin = end + 2;
    if (is_lambda(component)) {
      component = "lambda";
      if (stands_at(plain, begin, "operator()")) begin += 12;
    }
    result += (result.empty() ? "" : "::") + component;
  }
  return result.empty() ? demangled : result;
}

std::string last_name(const std::string& demangled) {
  const std::string plain = plain_name(demangled);
  const size_t at = plain.rfind("::");
  return at == std::string::npos ? plain : plain.substr(at + 2);
}

std::string type_name(const std::string& mangled) {
  int status = 0;
  char* demangled = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
  if (demangled == nullptr) return mangled;
  std::string name = without_abi_tags(demangled);
  std::free(demangled);
  replace_all(name, kAnonymous, "");
  return name;
}

std::string with_readable_names(const std::string& text) {
  std::string readable;
  for (size_t at = 0; at < text.size();) {
    const bool begins = (at == 0 || !is_identifier(text[at - 1])) && stands_at(text, at, "_Z");
    if (!begins) {
      readable += text[at++];
      continue;
    }
    size_t end = at;
    while (end < text.size() && (is_identifier(text[end]) || text[end] == '.')) ++end;
    while (end > at && text[end - 1] == '.') --end;  // of the sentence
    readable += type_name(text.substr(at, end - at));
    at = end;
  }
  return readable;
}

}  // namespace heddle
