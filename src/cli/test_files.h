// --tests: a test for each local path that a search finds, which is the input and the schedule of a run. Each is replayed before it is
// written, and says what came of it: that the run passes, or how it fails.
//
//   --tests DIR     DIR/<program>.path.<n>.heddle, for heddle replay: exit code 0 passes, 1 fails as it did
//   --tests gtest   <program>_paths_test.cpp beside the other files, with all of them in it, for GoogleTest
#pragma once
#include <string>
#include <vector>

#include "cli/options.h"
#include "cli/program.h"
#include "remote/check.h"
#include "report/schedule_file.h"

namespace heddle {

class TestFiles {
 public:
  TestFiles(const CheckOptions& options, const PreparedProgram& program, const CheckRequest& request)
      : options_(options), program_(program), request_(request) {}

  // An error if the run does not show itself again, or cannot be written.
  Status add(const NewPath& path);
  // The search has started again: what was added does not count.
  void again();
  // What is written last: the source of `--tests gtest`.
  Status finish();

  // How many there are, and where: "12 tests, one for each local path: tests/queue.path.1.heddle to .12".
  std::string summary() const;

 private:
  bool as_source() const { return options_.tests == "gtest"; }
  std::string file_of(size_t number) const;
  std::string source_file() const;

  const CheckOptions& options_;
  const PreparedProgram& program_;
  const CheckRequest& request_;
  struct Test {
    std::string text;    // of its file
    std::string inputs;  // "3, 0, -1"; empty if it receives none
    bool passes = true;
  };
  std::vector<Test> tests_;  // with as_source(); else only how many
};

}  // namespace heddle
