#include "remote/work_ledger.h"

#include <utility>

#include "remote/channel_reading.h"

namespace heddle {

WorkLedger::WorkLedger(const SearchState& start) : done_(start.done), finished_(start.done), places_(start.places) {
  for (const auto& work : start.open) tasks_.push_back({work, 0, {}});
  if (tasks_.empty()) tasks_.push_back({});
  shared_ = tasks_.size() > 1;
}

Task WorkLedger::take() {
  Task task = std::move(tasks_.front());
  tasks_.pop_front();
  return task;
}

void WorkLedger::done(const Counts& counts) {
  done_ += counts;
  finished_ += counts;
}

void WorkLedger::stopped(const Counts& counts, OpenWork left) {
  done_ += counts;
  left_.push_back(std::move(left));
}

void WorkLedger::begin_again(const Counts& workers) {
  Counts before = counts();
  before += workers;
  tasks_.clear();
  done_ = finished_ = {};
  shared_ = false;
  Task afresh;
  afresh.work.counts.discovery = runs(before);
  tasks_.push_back(std::move(afresh));
}

Counts WorkLedger::counts() const {
  Counts sum = done_;
  for (const auto& task : tasks_) sum += task.work.counts;
  return sum;
}

SearchState WorkLedger::state() const {
  SearchState state;
  state.open = left_;
  for (const auto& task : tasks_) state.open.push_back(task.work);
  state.places = places_;
  state.done = finished_;
  return state;
}

}  // namespace heddle
