// heddle::check: a test that holds under every schedule.
//
//   #include <gtest/gtest.h>       // or Catch2's header, or no framework at all
//   #include <heddle/check.hpp>
//
//   TEST(Queue, LosesNothing) {
//     heddle::check([] {
//       Queue<int> queue;
//       std::thread producer([&] { queue.push(1); });
//       EXPECT_EQ(queue.pop(), 1);
//       producer.join();
//     });
//   }
//
// Build the test with heddle-c++ and run it as always. The lambda is executed under every schedule that matters, in
// processes of its own; what fails, fails the test, with the report of `heddle check`. What the test made before the
// call is there in every run as it was, and is untouched afterwards. Nothing outside the lambda is explored.
//
// Parameters of the lambda are inputs: heddle::check([](int n, bool fast) { … }) covers every value of them besides every schedule.
// Whole numbers, bool and enumerations; heddle_assume in the lambda says which count. See docs/inputs.md.
//
// Options by argument, heddle::check(body, {.engine = "pct", .time_limit = 10s}), and by the environment variable
// HEDDLE_OPTIONS=engine=pct:time_limit=10s, which wins.
#ifndef HEDDLE_CHECK_HPP
#define HEDDLE_CHECK_HPP

#include <chrono>
#include <cstdint>
#include <fstream>
#include <map>
#include <ostream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "heddle/body.h"
#include "heddle/input.hpp"

// Weak: without the runtime the program links all the same, and the check says what is missing.
extern "C" {
__attribute__((weak)) enum heddle_body_state heddle_body_reached(const char*);
__attribute__((weak)) void heddle_body_enter(void (*)(void*), void*);
__attribute__((weak)) int heddle_body_check(const char*, const char* const*, const char* const*,
                                            void (*)(void*, const char*, size_t), void*, int*);
__attribute__((weak)) void heddle_body_fail(const char*, const void*);
__attribute__((weak)) void heddle_body_explain(const char* (*)());
}

namespace heddle {

struct Options {
  std::string engine = {};                       // empty: the default of `heddle check`
  std::chrono::duration<double> time_limit{0};   // 0: none
  std::uint64_t max_executions = 0;              // 0: no limit
  int jobs = 1;                                  // worker processes
  bool keep_going = false;                       // look for more than the first bug
  bool leaks = false;                            // a block of the body that is never freed is a bug
  bool inconclusive_passes = false;              // a search that ends early without a bug is good enough
  std::vector<std::string> more = {};            // any other option of `heddle check`: "preemptions=2", "spurious"
};

enum class Verdict { verified, bug, inconclusive, error };

// What came of a check: converts to true if it passed.
struct Result {
  Verdict verdict = Verdict::verified;
  bool passed = true;
  std::string report = {};  // what `heddle check` prints
  explicit operator bool() const { return passed; }
};
inline std::ostream& operator<<(std::ostream& out, const Result& result) { return out << result.report; }

// Thrown by a check that fails where no test framework is known.
struct CheckFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

namespace detail {

// What a check wants of a test framework. check_gtest.hpp and check_catch2.hpp fill it in.
struct Framework {
  std::string (*test)() = [] { return std::string(); };  // the test that is running
  // The program's arguments that lead to this test alone.
  std::vector<std::string> (*arguments)(std::vector<std::string> own, const std::string& test) =
      [](std::vector<std::string> own, const std::string&) { return own; };
  void (*fail)(const char* file, int line, const std::string& text) = [](const char*, int, const std::string& text) {
    throw CheckFailed(text);
  };
  // In the process that explores: before the body is handed over, and when it has come to its end.
  void (*enter)() = [] {};
  void (*leave)() = [] {};
};

inline Framework& framework() {
  static Framework known;
  return known;
}

// "Queue.LosesNothing at queue_test.cpp:12", with a number if the test comes by more than once.
inline std::string body_id(const std::string& test, const char* file, int line) {
  const std::string path = file;
  const std::string id = (test.empty() ? "check" : test) + " at " + path.substr(path.rfind('/') + 1) + ":" + std::to_string(line);
  static std::map<std::string, int> seen;
  const int before = seen[id]++;
  return before == 0 ? id : id + " (" + std::to_string(before + 1) + ")";
}

inline std::vector<std::string> own_arguments() {
  std::vector<std::string> words;
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  for (std::string word; std::getline(in, word, '\0');) words.push_back(word);
  if (!words.empty()) words.erase(words.begin());
  return words;
}

inline std::vector<std::string> words_of(const Options& o) {
  std::vector<std::string> words = o.more;
  if (!o.engine.empty()) words.push_back("engine=" + o.engine);
  if (o.time_limit.count() > 0) words.push_back("time_limit=" + std::to_string(o.time_limit.count()) + "s");
  if (o.max_executions > 0) words.push_back("max_executions=" + std::to_string(o.max_executions));
  if (o.jobs > 1) words.push_back("jobs=" + std::to_string(o.jobs));
  if (o.keep_going) words.push_back("keep_going");
  if (o.leaks) words.push_back("leaks");
  if (o.inconclusive_passes) words.push_back("inconclusive=pass");
  return words;
}

inline std::vector<const char*> pointers(const std::vector<std::string>& words) {
  std::vector<const char*> out;
  for (const auto& word : words) out.push_back(word.c_str());
  out.push_back(nullptr);
  return out;
}

inline Result have_checked(const std::string& id, const std::string& test, const Options& options) {
  const auto words = words_of(options), arguments = framework().arguments(own_arguments(), test);
  Result result;
  int passed = 0;
  const int code = heddle_body_check(
      id.c_str(), pointers(words).data(), pointers(arguments).data(),
      [](void* to, const char* text, size_t length) { static_cast<std::string*>(to)->append(text, length); },
      &result.report, &passed);
  result.passed = passed != 0;
  result.verdict = code == 0 ? Verdict::verified : code == 1 ? Verdict::bug : code == 3 ? Verdict::inconclusive : Verdict::error;
  return result;
}

// Calls the body with an input for each of its parameters.
template <class... Parameters>
struct WithInputs {
  template <class Body>
  static void call(Body& body) {
    int number = 0;
    const auto name = [&] { return std::string("argument ") + std::to_string(++number); };
    body(Parameters(input<std::remove_cv_t<std::remove_reference_t<Parameters>>>(name().c_str()))...);
  }
};
template <class Call>
struct ParametersOf;
template <class Body, class Result, class... Parameters>
struct ParametersOf<Result (Body::*)(Parameters...)> : WithInputs<Parameters...> {};
template <class Body, class Result, class... Parameters>
struct ParametersOf<Result (Body::*)(Parameters...) const> : WithInputs<Parameters...> {};
template <class Result, class... Parameters>
struct ParametersOf<Result (*)(Parameters...)> : WithInputs<Parameters...> {};

template <class Body>
void call_body(Body& body) {
  if constexpr (std::is_invocable_v<Body&>) body();
  else if constexpr (std::is_pointer_v<Body>) ParametersOf<Body>::call(body);
  else ParametersOf<decltype(&Body::operator())>::call(body);
}

}  // namespace detail

// Explores `body` and says what came of it, without failing the test.
template <class Body>
Result explore(Body&& body, const Options& options = {}, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
#ifdef __HEDDLE__
  if (heddle_body_reached == nullptr)
    return {Verdict::error, false, "heddle: this program was linked without Heddle's runtime: link it with heddle-c++\n"};
  const std::string test = detail::framework().test();
  const std::string id = detail::body_id(test, file, line);
  switch (heddle_body_reached(id.c_str())) {
    case HEDDLE_BODY_TEST: return detail::have_checked(id, test, options);
    case HEDDLE_BODY_INSIDE: detail::call_body(body); return {};
    case HEDDLE_BODY_OTHER: return {};
    case HEDDLE_BODY_HERE: break;
  }
  detail::framework().enter();
  using Callable = std::remove_reference_t<Body>;
  heddle_body_enter(
      [](void* callable) {
        detail::call_body(*static_cast<Callable*>(callable));
        detail::framework().leave();
      },
      const_cast<void*>(static_cast<const void*>(&body)));
  return {};
#else
  (void)body, (void)options;
  return {Verdict::error, false, "heddle: " + std::string(file) + ":" + std::to_string(line) +
          " was not compiled with heddle-c++, so that nothing can be explored\n"};
#endif
}

// Explores `body`, and fails the test if that finds a bug, cannot be done, or ends early.
template <class Body>
Result check(Body&& body, const Options& options = {}, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  Result result = explore(body, options, file, line);
  if (!result.passed) detail::framework().fail(file, line, result.report);
  return result;
}

}  // namespace heddle
#endif

// Outside the guard: the framework's header may come after the first inclusion of this one.
#if defined(GTEST_TEST_) && !defined(HEDDLE_CHECK_GTEST_HPP)
#include "heddle/check_gtest.hpp"
#endif
#if defined(INTERNAL_CATCH_TESTCASE) && !defined(HEDDLE_CHECK_CATCH2_HPP)
#include "heddle/check_catch2.hpp"
#endif
