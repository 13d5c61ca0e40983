// SymbolizerProcess: llvm-symbolizer, started at the first question and kept for the following ones, since starting it takes
// longer than answering.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "system/process.h"

namespace heddle {

class SymbolizerProcess {
 public:
  // That of this process.
  static SymbolizerProcess& the();

  // A line of answer to each line of question; empty lines if it cannot be run or dies.
  std::vector<std::string> ask(const std::vector<std::string>& questions);

 private:
  SymbolizerProcess() = default;
  ~SymbolizerProcess() { end(); }
  SymbolizerProcess(const SymbolizerProcess&) = delete;
  SymbolizerProcess& operator=(const SymbolizerProcess&) = delete;

  bool start();
  bool start(const char* program);
  bool send(const std::string& line);
  bool receive(std::string& line);
  void end();

  std::optional<ChildProcess> child_;
  int socket_ = -1;    // its standard input and output; -1: not running
  bool gone_ = false;  // it could not be started, or died: it is not tried again
  std::string rest_;   // what it said behind the last line
};

}  // namespace heddle
