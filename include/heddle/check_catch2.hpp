// heddle::check in Catch2. Included by check.hpp when Catch2's header is.
//
// A check that fails is a non-fatal failure of the test case. REQUIRE and CHECK inside a body become findings: in the
// process that explores, Catch2 is told to stop at the first failure, so either throws an exception. Catch2's own state
// is not made for several threads; in a thread of the body, use assert.
#ifndef HEDDLE_CHECK_CATCH2_HPP
#define HEDDLE_CHECK_CATCH2_HPP

#include <iostream>

namespace heddle::detail {

inline void catch2_message(const char* file, int line, Catch::ResultWas::OfType kind, const std::string& text) {
  Catch::AssertionHandler handler("heddle::check", Catch::SourceLineInfo(file, static_cast<std::size_t>(line)),
                                  Catch::StringRef(), Catch::ResultDisposition::ContinueOnFailure);
  handler.handleMessage(kind, std::string(text));
  handler.complete();
}

// Null if the last assertion passed. (Which one failed is seen in the report; headers of tests do not show more.)
inline const char* catch2_failure() {
  return Catch::getResultCapture().lastAssertionPassed() ? nullptr : "an assertion of Catch2 failed";
}

inline bool install_catch2() {
  Framework& f = framework();
  f.test = [] { return Catch::getResultCapture().getCurrentTestName(); };
  f.arguments = [](std::vector<std::string> own, const std::string& test) {
    if (test.empty()) return own;
    std::string name;
    for (const char c : test) name += std::string(c == '\\' || c == ',' || c == '[' || c == '"' ? 1 : 0, '\\') + c;
    return std::vector<std::string>{"--abort", name};
  };
  // Catch2 breaks the lines of messages, which makes a mess of columns: the report goes before it.
  f.fail = [](const char* file, int line, const std::string& text) {
    std::cout << text << std::flush;
    const size_t summary = text.find("\nSUMMARY:");
    catch2_message(file, line, Catch::ResultWas::ExplicitFailure, summary < text.size() ? text.substr(summary + 1) : text);
  };
  f.enter = [] {
    catch2_message("", 0, Catch::ResultWas::Ok, "");  // so that the last assertion passed
    heddle_body_explain(catch2_failure);
  };
  f.leave = [] {
    if (const char* text = catch2_failure()) heddle_body_fail(text, nullptr);  // the body swallowed the exception
  };
  return true;
}
inline const bool catch2_installed = install_catch2();

}  // namespace heddle::detail
#endif
