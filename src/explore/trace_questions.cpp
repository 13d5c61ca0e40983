#include "explore/trace_questions.h"

#include <algorithm>
#include <unordered_map>

#include "base/hash.h"
#include "causal/pool.h"

namespace heddle {

using causal::Act;
using causal::ActId;

namespace {

constexpr causal::ActId kLongTrace = 500;  // acts
constexpr uint32_t kPatience = 16;         // questions without a yes about one source position of a long trace

bool could_be_null(const Act& a) {
  return a.op == Op::kRead && a.length == 8 && !a.blind && (a.told != 0 || a.pending);
}

}  // namespace

TraceQuestions::TraceQuestions(causal::TraceModel model) : model_(std::move(model)) { prepare(); }

void TraceQuestions::prepare() {
  history_.resize(model_.size());
  std::unordered_map<uint64_t, uint32_t> seen;  // source position -> how often
  std::vector<std::pair<uint32_t, uint32_t>> turn(model_.size());
  for (int t = 0; t < model_.threads(); ++t) {
    uint64_t history = mix(static_cast<uint64_t>(t) + 1);
    for (ActId id = model_.first(t); id < model_.end(t); ++id) {
      const Act& a = model_[id];
      history_[id] = history;
      if (!has_answer(a.op) || a.blind) continue;
      acts_.push_back(id);
      turn[id] = {seen[a.position]++, a.event};
      if (a.op != Op::kUnlock) history = mix(history, a.told);
    }
  }
  std::sort(acts_.begin(), acts_.end(), [&](ActId a, ActId b) { return turn[a] < turn[b]; });
}

bool TraceQuestions::next(causal::Question& question) {
  for (; pass_ != kOver; pass_ = static_cast<Pass>(pass_ + 1), at_ = answer_ = 0)
    for (; at_ < acts_.size(); ++at_, answer_ = 0) {
      const Act& a = model_[acts_[at_]];
      if (pass_ == kNull && !could_be_null(a)) continue;
      if (const auto vain = vain_.find(a.position); vain != vain_.end() && vain->second >= kPatience) {
        ++left_out_;
        continue;
      }
      if (answers_of_ != at_) answers_ = model_.other_answers(acts_[at_]);
      answers_of_ = at_;
      const bool has_null = could_be_null(a) && !answers_.empty() && answers_[0] == 0;
      const uint64_t first = has_null ? 1 : 0;
      const uint64_t begin = pass_ == kNull ? 0 : pass_ == kOneEach ? first : first + 1;
      const uint64_t end = pass_ == kNull ? first : pass_ == kOneEach ? first + 1 : answers_.size();
      answer_ = std::max(answer_, begin);
      if (answer_ >= end || answer_ >= answers_.size()) continue;
      question = {acts_[at_], answers_[answer_++]};
      return true;
    }
  return false;
}

void TraceQuestions::answered(const causal::Question& question, bool yes) {
  if (model_.size() < kLongTrace) return;
  uint32_t& vain = vain_[model_[question.act].position];
  vain = yes ? 0 : vain + 1;
}

bool TraceQuestions::next_put_off(causal::Question& question) {
  if (put_off_.empty()) return false;
  question = {static_cast<ActId>(put_off_.back().act), put_off_.back().answer};
  put_off_.pop_back();
  return true;
}

uint64_t TraceQuestions::key(const causal::Question& question) const {
  return mix(history_[question.act], question.answer + 1);
}

void TraceQuestions::save(Writer& out) const {
  model_.save(out);
  out.put(pass_);
  out.put(at_);
  out.put(answer_);
  out.put(put_off_);
}

bool TraceQuestions::load(Reader& in) {
  if (!model_.load(in)) return false;
  pass_ = in.get<Pass>();
  at_ = in.get<uint64_t>();
  answer_ = in.get<uint64_t>();
  put_off_ = in.get_vector<PutOff>();
  prepare();
  return in.ok();
}

}  // namespace heddle
