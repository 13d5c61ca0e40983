#include "smt/apart.h"

#include <algorithm>

#include "base/bytes.h"
#include "smt/bit_vectors.h"
#include "smt/solver_process.h"

namespace heddle::smt {

using causal::PathAnswer;
using causal::PathQuestion;
using causal::Possible;

namespace {

using namespace std::chrono_literals;

constexpr auto kLongestInputs = 30s;  // Z3 is given ten seconds for one question
constexpr auto kLongestPaths = 20min;

// One process for all questions, to which it is told what each is about.
class ApartInputs final : public causal::BitVectorSolver {
 public:
  explicit ApartInputs(unsigned milliseconds)
      : process_([milliseconds, solver = std::make_shared<std::unique_ptr<BitVectors>>()](std::string_view request) {
          if (!*solver) *solver = std::make_unique<BitVectors>(milliseconds);
          Reader in(request);
          const BitVectorQuestion question = BitVectorQuestion::load(in);
          std::vector<uint64_t> inputs(question.bits.size());
          Writer out;
          out.put((*solver)->solve(question.terms, question.bits, question.demands, inputs));
          out.put(inputs);
          return out.take();
        }) {}

  Possible solve(const causal::Symbols& symbols, std::span<const causal::Demand> conditions,
                 std::vector<uint64_t>& inputs) override {
    Writer request;
    BitVectorQuestion(symbols, conditions).save(request);
    const auto answer = process_.ask(request.take(), kLongestInputs);
    if (!answer) return Possible::kUnknown;
    Reader in(*answer);
    const auto possible = in.get<Possible>();
    const std::vector<uint64_t> found = in.get_vector<uint64_t>();
    if (!in.ok() || found.size() < inputs.size()) return Possible::kUnknown;
    std::ranges::copy_n(found.begin(), static_cast<std::ptrdiff_t>(inputs.size()), inputs.begin());
    return possible;
  }

 private:
  SolverProcess process_;
};

class ApartPaths final : public causal::PathSolver {
 public:
  explicit ApartPaths(std::unique_ptr<causal::PathSolver> solver) : solver_(std::move(solver)) {}

  Possible solve(const PathQuestion& question, uint64_t effort, PathAnswer& answer) override {
    return ask([&](PathAnswer& found, std::vector<ThreadSet>&) { return solver_->solve(question, effort, found); },
               answer, nullptr);
  }

  Possible solve_prefix(const PathQuestion& question, uint64_t effort, PathAnswer& answer,
                        std::vector<ThreadSet>* cores) override {
    return ask(
        [&](PathAnswer& found, std::vector<ThreadSet>& sets) {
          return solver_->solve_prefix(question, effort, found, cores != nullptr ? &sets : nullptr);
        },
        answer, cores);
  }

  std::optional<uint64_t> count(const PathQuestion& question, uint64_t effort) override {
    const auto answer = computed_apart(
        [&] {
          const std::optional<uint64_t> counted = solver_->count(question, effort);
          Writer out;
          out.put<uint8_t>(counted.has_value());
          out.put(counted.value_or(0));
          return out.take();
        },
        kLongestPaths);
    if (!answer) return std::nullopt;
    Reader in(*answer);
    const bool known = in.get<uint8_t>() != 0;
    const auto counted = in.get<uint64_t>();
    return in.ok() && known ? std::optional(counted) : std::nullopt;
  }

 private:
  template <class F>
  Possible ask(F&& solve, PathAnswer& answer, std::vector<ThreadSet>* cores) {
    const auto bytes = computed_apart(
        [&] {
          PathAnswer found;
          std::vector<ThreadSet> sets;
          Writer out;
          out.put(solve(found, sets));
          out.put<uint64_t>(found.goal);
          out.put(found.steps);
          out.put<uint64_t>(found.inputs.size());
          for (const auto& [node, value] : found.inputs) out.put(node), out.put(value);
          out.put(sets);
          return out.take();
        },
        kLongestPaths);
    answer = {};
    if (!bytes) return Possible::kUnknown;
    Reader in(*bytes);
    const auto possible = in.get<Possible>();
    answer.goal = in.get<uint64_t>();
    answer.steps = in.get_vector<causal::NodeId>();
    for (auto n = in.get<uint64_t>(); n > 0 && in.ok(); --n) {
      const auto node = in.get<causal::NodeId>();
      answer.inputs.emplace_back(node, in.get<uint64_t>());
    }
    const std::vector<ThreadSet> sets = in.get_vector<ThreadSet>();
    if (cores != nullptr) *cores = sets;
    return in.ok() ? possible : Possible::kUnknown;
  }

  std::unique_ptr<causal::PathSolver> solver_;
};

}  // namespace

std::optional<std::string> computed_apart(const std::function<std::string()>& work, std::chrono::milliseconds longest) {
  return SolverProcess([&](std::string_view) { return work(); }).ask({}, longest);
}

std::unique_ptr<causal::BitVectorSolver> make_inputs_apart(unsigned milliseconds) {
  return std::make_unique<ApartInputs>(milliseconds);
}

std::unique_ptr<causal::PathSolver> apart(std::unique_ptr<causal::PathSolver> solver) {
  return std::make_unique<ApartPaths>(std::move(solver));
}

}  // namespace heddle::smt
