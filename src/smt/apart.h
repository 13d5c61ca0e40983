// Solvers that answer in a process of their own (solver_process.h): where one crashes, the question has no answer, and whoever asked goes
// on with what it has. (KLEE asks STP in the same way.)
//
//   auto solver = apart(make_z3_paths());
#pragma once
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "causal/input_solver.h"
#include "causal/path_question.h"

namespace heddle::smt {

// As make_z3_inputs: one process for all questions.
std::unique_ptr<causal::BitVectorSolver> make_inputs_apart(unsigned milliseconds = 10000);
// A process for each question, which has all that is known. Such questions are few and hard.
std::unique_ptr<causal::PathSolver> apart(std::unique_ptr<causal::PathSolver> solver);

// What `work` returns, computed in such a process. Nothing if it did not come to that.
std::optional<std::string> computed_apart(const std::function<std::string()>& work, std::chrono::milliseconds longest);

}  // namespace heddle::smt
