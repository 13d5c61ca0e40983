// SolverProcess: a copy of this process that answers requests, one after the other. If it crashes, runs out of memory or does not come back
// in time, that request has no answer, and the next one is for a new process.
//
//   SolverProcess solver([](std::string_view request) { return …; });
//   std::optional<std::string> answer = solver.ask(request, 30s);
//
// When `causal::solvers_stopped()` it is ended too. One that exits by itself, as after two solvers have contradicted each other, has
// said why: this one exits as well.
#pragma once
#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::smt {

class SolverProcess {
 public:
  using Serve = std::function<std::string(std::string_view request)>;
  explicit SolverProcess(Serve serve) : serve_(std::move(serve)) {}
  ~SolverProcess() { end(true); }
  SolverProcess(const SolverProcess&) = delete;
  SolverProcess& operator=(const SolverProcess&) = delete;

  std::optional<std::string> ask(const std::string& request, std::chrono::milliseconds longest);
  pid_t process() const { return process_; }  // -1: none

 private:
  bool start();
  [[noreturn]] void serve(int socket);
  void end(bool at_once);

  Serve serve_;
  pid_t process_ = -1;
  int socket_ = -1;
};

}  // namespace heddle::smt
