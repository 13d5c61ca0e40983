// heddle::check in GoogleTest. Included by check.hpp when <gtest/gtest.h> is.
//
// A check that fails is a non-fatal failure of the test. EXPECT_… and ASSERT_… inside a body become findings: a
// listener hears of every failed assertion, on whichever thread, and ends the run there.
#ifndef HEDDLE_CHECK_GTEST_HPP
#define HEDDLE_CHECK_GTEST_HPP

#include <unwind.h>

#include <cstring>
#include <sstream>

namespace heddle::detail {

// The address to which gtest's assertion returns: in the user's own function, at the assertion.
inline const void* gtest_assertion() {
  struct Search {
    const void* helper;
    bool passed_helper;
    const void* found;
  } search{nullptr, false, nullptr};
  void (testing::internal::AssertHelper::*assign)(const testing::Message&) const = &testing::internal::AssertHelper::operator=;
  std::memcpy(&search.helper, &assign, sizeof search.helper);  // the first half of a member pointer is the function
  _Unwind_Backtrace(
      [](_Unwind_Context* context, void* data) {
        auto* s = static_cast<Search*>(data);
        const auto pc = static_cast<std::uintptr_t>(_Unwind_GetIP(context));
        if (s->passed_helper) {
          s->found = reinterpret_cast<const void*>(pc);
          return _URC_END_OF_STACK;
        }
        s->passed_helper = _Unwind_FindEnclosingFunction(reinterpret_cast<void*>(pc - 1)) == s->helper;
        return _URC_NO_REASON;
      },
      &search);
  return search.found;
}

// "Expected equality of these values:\n  sum\n    Which is: 1\n  2" on one line.
inline std::string on_one_line(const std::string& text) {
  std::istringstream in(text);
  std::string line, all;
  while (std::getline(in, line)) {
    line.erase(0, line.find_first_not_of(" \t"));
    if (line.empty()) continue;
    if (!all.empty()) all += all.back() == ':' ? " " : "; ";
    all += line;
  }
  return all;
}

class GtestListener : public testing::EmptyTestEventListener {
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (!result.failed()) return;
    const std::string text = on_one_line(result.message());
    heddle_body_fail(text.c_str(), gtest_assertion());
  }
};

inline bool install_gtest() {
  Framework& f = framework();
  f.test = [] {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    return test == nullptr ? std::string() : std::string(test->test_suite_name()) + "." + test->name();
  };
  f.arguments = [](std::vector<std::string> own, const std::string& test) {
    if (test.empty()) return own;
    std::vector<std::string> kept;
    for (const auto& word : own)
      if (word.rfind("--gtest_", 0) != 0 || word.rfind("--gtest_repeat", 0) == 0 ||
          word.rfind("--gtest_also_run_disabled", 0) == 0)
        kept.push_back(word);
    kept.push_back("--gtest_filter=" + test);
    return kept;
  };
  f.fail = [](const char* file, int line, const std::string& text) { ADD_FAILURE_AT(file, line) << text; };
  f.enter = [] { testing::UnitTest::GetInstance()->listeners().Append(new GtestListener); };
  return true;
}
inline const bool gtest_installed = install_gtest();

}  // namespace heddle::detail
#endif
