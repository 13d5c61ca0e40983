#include "certificate/verify.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "certificate/machine.h"

namespace heddle::certificate {
namespace {

// The states that were reached, in the order in which they were. A state is a row of small numbers of fixed length; kept
// are its bytes, 7 bits of a number in each.
class States {
 public:
  struct From {
    uint32_t parent;
    uint16_t thread, choice;
    uint32_t way = 0;  // the number of the way, by inputs
  };

  // False if it is there already.
  bool add(const Machine::State& state, From from) {
    scratch_.clear();
    for (uint32_t n : state) {
      for (; n >= 128; n >>= 7) scratch_.push_back(static_cast<char>(n | 128));
      scratch_.push_back(static_cast<char>(n));
    }
    if (2 * (size() + 1) > slots_.size()) grow();
    uint32_t& slot = find(scratch_);
    if (slot != 0) return false;
    slot = static_cast<uint32_t>(size()) + 1;
    bytes_ += scratch_;
    ends_.push_back(bytes_.size());
    from_.push_back(from);
    return true;
  }
  void get(size_t i, Machine::State& state) const {
    const std::string_view text = bytes(i);
    size_t at = 0;
    for (uint32_t& n : state) {
      n = 0;
      for (int shift = 0;; shift += 7) {
        const auto byte = static_cast<uint8_t>(text[at++]);
        n |= static_cast<uint32_t>(byte & 127) << shift;
        if (byte < 128) break;
      }
    }
  }
  size_t size() const { return ends_.size(); }
  const From& from(size_t i) const { return from_[i]; }
  uint64_t memory() const {
    return bytes_.capacity() + ends_.capacity() * sizeof ends_[0] + from_.capacity() * sizeof from_[0] +
           slots_.capacity() * 4;
  }

 private:
  std::string_view bytes(size_t i) const {
    const uint64_t begin = i == 0 ? 0 : ends_[i - 1];
    return {bytes_.data() + begin, ends_[i] - begin};
  }
  uint32_t& find(std::string_view text) {
    size_t i = std::hash<std::string_view>()(text) & (slots_.size() - 1);
    while (slots_[i] != 0 && bytes(slots_[i] - 1) != text) i = (i + 1) & (slots_.size() - 1);
    return slots_[i];
  }
  void grow() {
    slots_.assign(slots_.empty() ? 1024 : 2 * slots_.size(), 0);
    for (size_t i = 0; i < size(); ++i) find(bytes(i)) = static_cast<uint32_t>(i) + 1;
  }

  std::string bytes_;            // of all states, one after the other
  std::vector<uint64_t> ends_;   // where each ends
  std::vector<From> from_;       // the state before it, and the step
  std::vector<uint32_t> slots_;  // hash table: number of a state + 1
  std::string scratch_;
};

class Search {
 public:
  Search(const Model& model, const Limits& limits)
      : machine_(model, limits.solver), has_inputs_(model.has_inputs), race_free_(model.race_free), roots_(model.roots),
        limits_(limits) {}

  Verdict run() {
    Machine::State state = machine_.state();
    if (!machine_.begin()) return refuse(machine_.problem(), {});
    first_ = machine_.state();
    machine_.arrange();
    states_.add(machine_.state(), {});
    for (size_t i = 0; i < states_.size(); ++i) {
      states_.get(i, state);
      machine_.set_state(state);
      if (machine_.over()) {
        verdict_.ends = true;
        continue;
      }
      const std::vector<ThreadId> enabled = machine_.enabled();
      if (enabled.empty() && machine_.deadlocked()) return refuse(machine_.problem(), path_to(i));
      verdict_.ends |= enabled.empty() && !machine_.stopped();
      if (race_free_ && machine_.raced(enabled)) return refuse(machine_.problem(), path_to(i));
      if (machine_.everybody_knows()) continue;
      for (ThreadId t : to_be_tried(state, enabled))
        for (int c = 0, n = ways(state, t); c < n; ++c) {
          States::From from{static_cast<uint32_t>(i), t, static_cast<uint16_t>(c)};
          machine_.first_way();
          do {
            machine_.set_state(state);
            ++verdict_.transitions;
            if (perform(t, c)) {
              machine_.arrange();
              states_.add(machine_.state(), from);
            } else if (!machine_.impossible()) {
              std::vector<States::From> path = path_to(i);
              path.push_back(from);
              return refuse(machine_.problem(), path);
            }
            ++from.way;
          } while (machine_.has_other_way());
        }
      if (i % 1024 == 0 &&
          (states_.memory() > limits_.memory || states_.size() >= UINT32_MAX / 2 || !limits_.go_on())) {
        verdict_.kind = Verdict::kTooLarge;
        return finished();
      }
    }
    for (size_t t = 1; t < roots_.size(); ++t)
      if (roots_[t] != 0 && !machine_.created().test(static_cast<ThreadId>(t)))
        return refuse("thread " + std::to_string(t) + " is never created", {});
    verdict_.kind = Verdict::kConfirmed;
    return finished();
  }

 private:
  Verdict finished() {
    verdict_.states = states_.size();
    verdict_.has_inputs = has_inputs_;
    verdict_.trusted = machine_.questions().trusted();
    if (const uint64_t open = machine_.questions().unanswered(); open != 0 && verdict_.kind != Verdict::kTooLarge) {
      verdict_.kind = Verdict::kUndecided;
      verdict_.reason = std::to_string(open) + (open == 1 ? " question" : " questions") +
                        " about inputs had no answer" + (verdict_.reason.empty() ? "" : ": " + verdict_.reason);
    }
    return verdict_;
  }

  // A step that touches only what no other thread ever touches can be made at once: whatever the others do before it, they
  // can do after it. Unless the process ends with it, or it begins an atomic section, which nobody may interrupt. Of threads that can
  // be exchanged for each other and stand alike one is enough.
  std::vector<ThreadId> to_be_tried(const Machine::State& state, const std::vector<ThreadId>& enabled) {
    for (ThreadId t : enabled) {
      machine_.set_state(state);
      if (!machine_.is_private(t)) continue;
      bool alone = true;
      for (int c = 0, n = choices(state, t); c < n && alone; ++c) {
        machine_.first_way();
        do {
          machine_.set_state(state);
          alone = machine_.perform(t, c) ? !machine_.over() && !machine_.in_section(t) : machine_.impossible();
        } while (machine_.has_other_way() && alone);
      }
      if (alone) return {t};
    }
    machine_.set_state(state);
    std::vector<ThreadId> tried;
    for (ThreadId t : enabled)
      if (std::ranges::none_of(tried, [&](ThreadId u) { return machine_.stand_alike(t, u); })) tried.push_back(t);
    return tried;
  }

  int choices(const Machine::State& state, ThreadId t) {
    machine_.set_state(state);
    return machine_.choices(t);
  }

  // With that: to make an access that is not watched, and to watch it.
  int ways(const Machine::State& state, ThreadId t) {
    const int choices = this->choices(state, t);
    return machine_.may_watch(t) ? 2 : choices;
  }
  bool perform(ThreadId t, int way) {
    const bool watch = way == 1 && machine_.may_watch(t);
    return machine_.perform(t, watch ? 0 : way, watch);
  }

  bool perform_way(const Machine::State& state, ThreadId t, int choice, uint32_t way) {
    machine_.first_way();
    for (;; machine_.has_other_way()) {
      machine_.set_state(state);
      const bool fine = perform(t, choice);
      if (way-- == 0) return fine;
    }
  }

  std::vector<States::From> path_to(size_t i) const {
    std::vector<States::From> path;
    for (; i != 0; i = states_.from(i).parent) path.insert(path.begin(), states_.from(i));
    return path;
  }

  Verdict refuse(std::string reason, const std::vector<States::From>& path) {
    verdict_.kind = Verdict::kNotConfirmed;
    verdict_.reason = std::move(reason);
    if (!path.empty()) retell(path);
    if (has_inputs_) verdict_.schedule.clear();  // it would have to say which inputs there are
    return finished();
  }

  // The states on the way are arranged; who is who in a run that leads there is found by going along with it.
  void retell(const std::vector<States::From>& path) {
    Machine::State state = first_, arranged = first_;
    machine_.set_state(first_);
    std::vector<ThreadId> is = inverse(machine_.arrange());  // thread of the arranged state -> of the run
    for (const States::From& step : path) {
      states_.get(step.parent, arranged);
      const auto t = static_cast<ThreadId>(step.thread);
      const bool chosen = choices(arranged, t) > 1;
      const std::vector<ThreadId> waiters = machine_.waiters(t);
      int choice = step.choice;
      machine_.set_state(state);
      if (chosen && waiters.size() > 1) {
        const std::vector<ThreadId> whom = machine_.waiters(is[t]);
        choice = static_cast<int>(std::ranges::find(whom, is[waiters[step.choice]]) - whom.begin());
      }
      verdict_.schedule.push_back(is[t]);
      if (chosen) verdict_.schedule.push_back(static_cast<uint16_t>(choice));
      verdict_.steps.push_back(machine_.describe(is[t]) + (chosen ? ", choice " + std::to_string(choice) : ""));
      if (!perform_way(state, is[t], choice, step.way)) {
        verdict_.reason = machine_.problem();
        return;
      }
      state = machine_.state();
      perform_way(arranged, t, step.choice, step.way);
      const std::vector<ThreadId> was = inverse(machine_.arrange());
      std::vector<ThreadId> next;
      for (const ThreadId u : was) next.push_back(is[u]);
      is = std::move(next);
    }
    machine_.set_state(state);
    const std::vector<ThreadId> enabled = machine_.enabled();
    if ((enabled.empty() && machine_.deadlocked()) || (race_free_ && machine_.raced(enabled)))
      verdict_.reason = machine_.problem();
  }
  static std::vector<ThreadId> inverse(const std::vector<ThreadId>& to) {
    std::vector<ThreadId> from(to.size());
    for (size_t t = 0; t < to.size(); ++t) from[to[t]] = static_cast<ThreadId>(t);
    return from;
  }

  Machine machine_;
  const bool has_inputs_;
  const bool race_free_;  // that is claimed too
  const std::vector<uint32_t>& roots_;
  const Limits& limits_;
  Machine::State first_;  // in which it begins, not arranged
  States states_;
  Verdict verdict_;
};

}  // namespace

Status well_formed(const Certificate& certificate) {
  const Result<Model> model = bind(certificate);
  if (!model) return model.error();
  return Ok{};
}

Verdict verify(const Certificate& certificate, const Limits& limits) {
  const Result<Model> model = bind(certificate);
  if (!model) {
    Verdict verdict;
    verdict.reason = "it is not well formed: " + model.error().message;
    return verdict;
  }
  return Search(*model, limits).run();
}

}  // namespace heddle::certificate
