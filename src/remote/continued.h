// Continued: hears of a check that is made by several, one after the other or at the same time, and tells each finding once.
#pragma once
#include <mutex>
#include <set>
#include <tuple>

#include "remote/check.h"

namespace heddle {

class Continued final : public CheckListener {
 public:
  explicit Continued(CheckListener& listener) : listener_(listener) {}
  void progress(const Progress& progress) override {
    const std::lock_guard lock(mutex_);
    listener_.progress(progress);
  }
  void open_work(const SearchState& state) override {
    const std::lock_guard lock(mutex_);
    listener_.open_work(state);
  }
  void note(const std::string& text) override {
    const std::lock_guard lock(mutex_);
    listener_.note(text);
  }
  bool suppressed(const Found& found) override {
    const std::lock_guard lock(mutex_);
    if (told_.contains(key(found)) || suppressed_.contains(key(found))) return true;
    if (!listener_.suppressed(found)) return false;
    suppressed_.insert(key(found));
    return true;
  }
  bool told(const Found& found) override {
    const std::lock_guard lock(mutex_);
    return told_.contains(key(found)) || listener_.told(found);
  }
  bool minor(const Found& found) override {
    const std::lock_guard lock(mutex_);
    return listener_.told(found) ||
           listener_.minor(found);  // what is minor is known of the one that was asked about last
  }
  void found(const Found& found) override {
    const std::lock_guard lock(mutex_);
    if (told_.insert(key(found)).second) listener_.found(found);
  }

 private:
  using Key = std::tuple<FindingKind, uint64_t, uint64_t>;
  static Key key(const Found& f) { return {f.finding.kind, f.finding.position, f.finding.other_position}; }

  std::mutex mutex_;
  CheckListener& listener_;
  std::set<Key> told_, suppressed_;
};

}  // namespace heddle
