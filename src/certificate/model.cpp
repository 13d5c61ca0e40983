#include "certificate/model.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

#include "base/bytes.h"
#include "certificate/alike.h"
#include "certificate/registers.h"
#include "trace/contents.h"
#include "trace/life.h"

namespace heddle::certificate {
namespace {

using dependence::Class;
using dependence::class_of;

constexpr uint64_t kMostChoices = UINT16_MAX;  // values of a choice, threads at a barrier

class Binder {
 public:
  explicit Binder(const Certificate& c) : from_(c), model_(c), registers_(c) {}

  Result<Model> run() {
    model_.cells = from_.cells;
    model_.race_free = from_.race_free;
    model_.ends_with_main = from_.ends_with_main;
    model_.users.resize(from_.cells.size());
    index_cells();
    check_trees();
    if (problem_.empty()) problem_ = registers_.check_terms();
    model_.nodes.resize(from_.nodes.size());
    for (size_t id = from_.nodes.size(); id-- > 1 && problem_.empty();) bind_node(static_cast<uint32_t>(id));
    if (!problem_.empty()) return Error{problem_, ""};
    for (uint32_t root : from_.roots) model_.roots.push_back(same_[root]);
    for (BoundNode& n : model_.nodes)
      if (n.kind == Kind::kCreate) n.begins = same_[n.begins != 0 ? n.begins : from_.roots[n.at]];
    model_.slots.resize(from_.roots.size());
    for (uint32_t id = 1; id < from_.nodes.size(); ++id) {
      uint32_t& slots = model_.slots[thread_[id]];
      slots = std::max(slots, static_cast<uint32_t>(model_.nodes[same_[id]].live.size()));
    }
    find_what_orders();
    auto groups = find_groups(from_, model_);
    if (!groups) return groups.error();
    find_inputs();
    if (!model_.has_inputs) model_.groups = std::move(*groups);  // inputs belong to threads
    return std::move(model_);
  }

 private:
  void fail(std::string what) {
    if (problem_.empty()) problem_ = std::move(what);
  }
  void fail(uint32_t node, const char* what) { fail("node " + std::to_string(node) + ": " + what); }

  void index_cells() {
    for (uint32_t c = 0; c < from_.cells.size(); ++c) {
      const Cell& cell = from_.cells[c];
      const bool is_new = cell.what == Class::kAccess ? memory_.emplace(cell.at, c).second
                                                      : objects_.emplace(std::pair(cell.at, cell.what), c).second;
      if (!is_new || cell.length == 0 || cell.at + cell.length < cell.at)
        fail("cell " + std::to_string(c) + " makes no sense");
      if (cell.what == Class::kAccess && cell.length > 8) fail("cell " + std::to_string(c) + " is too long");
      if (cell.what == Class::kAccess && cell.length < 8 && (cell.value | cell.known) >> 8 * cell.length != 0)
        fail("cell " + std::to_string(c) + " has a value that is longer than it");
    }
    uint64_t end = 0;
    for (const auto& [at, c] : memory_) {
      if (at < end) fail("cell " + std::to_string(c) + " overlaps another");
      end = at + from_.cells[c].length;
    }
  }

  void check_trees() {
    std::vector<uint32_t> parents(from_.nodes.size());
    const auto arrow = [&](uint32_t from, uint32_t to) {
      if (to <= from || to >= parents.size() || parents[to]++ > 0) return fail(from, "what follows is not a tree");
      thread_[to] = thread_[from];
      registers_.follow(from, to);
    };
    std::set<std::pair<uint64_t, uint32_t>> roots;  // a thread has several if it is started with different arguments
    for (size_t t = 0; t < from_.roots.size(); ++t)
      if (from_.roots[t] != 0) roots.emplace(t, from_.roots[t]);
    for (const Node& n : from_.nodes)
      if (n.kind == Kind::kCreate && n.begins != 0) roots.emplace(n.at, n.begins);
    for (const auto& [t, root] : roots) {
      thread_[0] = static_cast<ThreadId>(t);
      arrow(0, root);
    }
    if (from_.roots.empty() || from_.roots[0] == 0) fail("main is missing");
    for (uint32_t id = 1; id < from_.nodes.size(); ++id) {
      const Node& n = from_.nodes[id];
      const bool many = (n.kind == Kind::kJoin && n.value != 0) || n.kind == Kind::kAsk || tells(n);
      const bool goes_on = n.kind == Kind::kEvent || n.kind == Kind::kCreate || n.kind == Kind::kJoin ||
                           n.kind == Kind::kAwait || n.kind == Kind::kFence;
      if ((n.then != 0 && (many || !goes_on)) || (!n.edges.empty() && !many))
        fail(id, "what follows does not fit what it does");
      if (n.then != 0) arrow(id, n.then);
      for (const Edge& e : n.edges) {
        arrow(id, e.to);
        for (const Edge& other : n.edges)
          if (&other != &e && other.told == e.told) fail(id, "one answer leads to two places");
      }
    }
    for (uint32_t id = 1; id < parents.size(); ++id)
      if (parents[id] == 0) fail(id, "nothing leads here");
    if (problem_.empty()) check_substance();
  }

  // A certificate about nothing holds of every program.
  void check_substance() {
    bool acts = false;
    for (uint32_t id = 1; id < from_.nodes.size(); ++id) {
      const Kind kind = from_.nodes[id].kind;
      acts |= thread_[id] == kMainThread &&
              (kind == Kind::kEvent || kind == Kind::kCreate || kind == Kind::kFailed || kind == Kind::kUnknown);
    }
    if (!acts) fail("it is about nothing: main has no events");
  }

  // Empty if not all of it is in cells.
  Place find_memory(uint64_t at, uint32_t length) const {
    Place place;
    const uint64_t end = at + length;
    auto next = memory_.upper_bound(at);
    if (next == memory_.begin()) return {};
    for (--next; at < end; ++next) {
      if (next == memory_.end()) return {};
      const Cell& cell = from_.cells[next->second];
      if (at < cell.at || at >= cell.at + cell.length) return {};
      const uint64_t stop = std::min(end, cell.at + cell.length);
      place.push_back({next->second, static_cast<uint32_t>(at - cell.at), static_cast<uint32_t>(stop - at)});
      at = stop;
    }
    return place;
  }
  uint32_t find_object(uint64_t at, Class what) const {
    const auto found = objects_.find({at, what});
    return found == objects_.end() ? kNoCell : found->second;
  }

  std::vector<uint32_t> covered(uint64_t at, uint64_t length, bool memory) const {
    std::vector<uint32_t> cells;
    for (auto o = objects_.lower_bound({at, Class::kNothing}); o != objects_.end() && o->first.first < at + length; ++o)
      cells.push_back(o->second);
    if (!memory) return cells;
    auto m = memory_.upper_bound(at);
    if (m != memory_.begin()) --m;
    for (; m != memory_.end() && m->first < at + length; ++m)
      if (m->first + from_.cells[m->second].length > at) cells.push_back(m->second);
    return cells;
  }

  void bind_node(uint32_t id) {
    BoundNode n;
    static_cast<Node&>(n) = from_.nodes[id];
    const auto thread_exists = [&] { return n.at < from_.roots.size() && from_.roots[n.at] != 0; };
    if (n.begins != 0 && n.kind != Kind::kCreate) fail(id, "it creates no thread");
    if ((n.kind == Kind::kCreate && !thread_exists()) || (n.kind == Kind::kJoin && n.at >= kMaxThreads))
      fail(id, "there is no such thread");
    for (const Condition& c : n.until) {
      const Place p = is_access(c.op) ? find_memory(c.at, c.length) : Place{{find_object(c.at, class_of(c.op)), 0, 0}};
      if (p.empty() || p[0].cell == kNoCell) fail(id, "it waits for something that is not there");
      n.watched.push_back(p);
    }
    if (n.kind == Kind::kEvent) bind_event(id, n);
    if (const std::string problem = registers_.bind(id, n, model_.expressions); !problem.empty())
      fail(id, problem.c_str());
    if (!problem_.empty()) return;
    n.for_each_cell([&](uint32_t c) { model_.users[c].set(thread_[id]); });
    n.then = same_[n.then];
    for (Edge& e : n.edges) e.to = same_[e.to];
    if (n.kind == Kind::kJoin && n.value == 0) join_all(n);
    Registers::find_live(n, model_);
    std::sort(n.edges.begin(), n.edges.end(), [](const Edge& a, const Edge& b) { return a.told < b.told; });
    const auto [found, is_new] = futures_.emplace(future(n), id);
    same_[id] = found->second;
    if (is_new) model_.nodes[id] = std::move(n);
  }

  void find_what_orders() {
    model_.watches = model_.race_free && std::ranges::any_of(model_.nodes, observes_without_order);
    if (!model_.watches) return;
    std::set<uint64_t> addresses;
    for (const BoundNode& n : model_.nodes) {
      if (n.kind != Kind::kEvent || n.op == Op::kFree) continue;
      const Class what = class_of(n.op);
      if (what == Class::kAccess && !n.plain && n.object == kNoCell)
        for (uint64_t a = n.at; a == n.at || (n.length > 8 && a < n.at + n.length); a += 4) addresses.insert(a);
      if (what == Class::kLock || what == Class::kSemaphore || what == Class::kBarrier || what == Class::kOnce)
        addresses.insert(n.at);
      if (what == Class::kCondition && n.mutex != kNoCell) addresses.insert(n.second);
    }
    model_.handing.assign(addresses.begin(), addresses.end());
  }

  void find_inputs() {
    const auto receives = [](const BoundNode& n) { return n.kind == Kind::kEvent && n.op == Op::kInput; };
    model_.has_inputs = std::ranges::any_of(model_.nodes, receives);
    if (!model_.has_inputs) return;
    std::vector<std::vector<bool>>& later = model_.touched_later;
    later.assign(model_.nodes.size(), std::vector<bool>(model_.cells.size()));
    for (bool grew = true; grew;) {  // threads create others that begin anywhere in the file
      grew = false;
      for (size_t id = model_.nodes.size(); id-- > 1;) {
        const BoundNode& n = model_.nodes[id];
        const auto touch = [&](size_t c) {
          if (!later[id][c]) grew = later[id][c] = true;
        };
        const auto follow = [&](uint32_t next) {
          for (size_t c = 0; c < model_.cells.size(); ++c)
            if (later[next][c]) touch(c);
        };
        n.for_each_cell(touch);
        for (const uint32_t next : {n.then, n.begins})
          if (next != 0) follow(next);
        for (const Edge& e : n.edges) follow(e.to);
      }
    }
  }

  // With the joins that come right after it.
  void join_all(BoundNode& n) {
    n.joins = {static_cast<ThreadId>(n.at)};
    const BoundNode& next = model_.nodes[n.then];
    if (next.kind != Kind::kJoin || next.value != 0) return;
    n.joins.insert(n.joins.end(), next.joins.begin(), next.joins.end());
    std::ranges::sort(n.joins);
    n.joins.erase(std::ranges::unique(n.joins).begin(), n.joins.end());
    n.at = n.joins.front();
    n.then = next.then;
  }

  void bind_event(uint32_t id, BoundNode& n) {
    const Class what = class_of(n.op);
    const bool memory = n.op == Op::kRead || n.op == Op::kWrite || n.op == Op::kRmw;
    if (memory) n.place = find_memory(n.at, n.length);
    if (what == Class::kFutex) n.place = find_memory(n.at, 4);
    if (n.op == Op::kOnceLeave) n.place = find_memory(n.at, 1);
    if ((memory || what == Class::kFutex || n.op == Op::kOnceLeave) && n.place.empty()) fail(id, "it accesses no cell");
    bind_bytes(id, n);
    if (n.op == Op::kWrite || n.op == Op::kFree)
      n.covers = covered(n.at, n.length, n.op == Op::kFree || begins_life(n));
    model_.has_begins |= begins_life(n);
    if (what != Class::kAccess && what != Class::kNothing) {
      n.object = find_object(n.at, what);
      if (n.object == kNoCell) fail(id, "its object is missing");
    }
    if (n.op == Op::kRead) n.object = find_object(n.at, Class::kSemaphore);
    if (n.op == Op::kCondWait || n.op == Op::kCondWake) {
      n.mutex = find_object(n.second, Class::kLock);
      if (n.mutex == kNoCell) fail(id, "its mutex is missing");
    }
    if (n.blind && n.op != Op::kRead && n.op != Op::kRmw && n.op != Op::kBarrier && n.op != Op::kFutexWake)
      fail(id, "its answer cannot be overlooked");
    if ((n.op == Op::kChoose || n.op == Op::kBarrier) && (n.value == 0 || n.value > kMostChoices))
      fail(id, "a number of this size makes no sense");
    if (is_thread_structure(n.op) || n.op == Op::kTimeout || n.op == Op::kAwait || n.op == Op::kStop)
      fail(id, "it is no step of a schedule");
  }

  void bind_bytes(uint32_t id, BoundNode& n) {
    const bool block = is_block(n.op, n.at, n.length);
    const bool writes = n.op == Op::kWrite && !begins_life(n);
    const bool constant = (writes || (n.op == Op::kRmw && n.fills != 0)) && n.term == 0;
    if (constant && !block) n.bytes = bytes_of(n.value, n.length);
    if (n.bytes.size() != (constant ? n.length : 0)) fail(id, "what it writes has another length");
    for (Edge& e : n.edges) {
      const bool changes = n.op == Op::kRmw && n.fills == 0 && !e.fails;
      if (n.fills != 0 && (e.told > 1 || e.fails || e.writes != 0)) fail(id, "it tells only whether it exchanged");
      if (changes && !block) e.bytes = bytes_of(e.writes, n.length);
      if (e.bytes.size() != (changes ? n.length : 0)) fail(id, "what it writes has another length");
    }
    if (block && n.op == Op::kRmw && n.blind) fail(id, "its answer cannot be overlooked");
  }

  // Everything that matters from here on, as bytes; nodes that follow are named by what they are the same as.
  static std::string future(const BoundNode& n) {
    Writer out;
    out.put(n.kind), out.put(n.op), out.put(n.section), out.put(n.plain), out.put(n.blind), out.put(n.length),
        out.put(n.then), out.put(n.order), out.put(n.failure);
    out.put(n.at), out.put(n.second), out.put(n.value), out.put(n.begins), out.put(std::string_view(n.bytes));
    out.put(n.edges.size());
    for (const Edge& e : n.edges) out.put(e.told), out.put(std::string_view(e.bytes)), out.put(e.to), out.put(e.fails);
    for (const Condition& c : n.until) out.put(c.op), out.put(c.length), out.put(c.at), out.put(c.value);
    for (const ThreadId t : n.joins) out.put(t);
    out.put(n.fills != 0), out.put(n.writes_or_asks), out.put(n.compares_with);
    for (const uint32_t since : n.read_before) out.put(since);
    return out.bytes();
  }

  const Certificate& from_;
  Model model_;
  Registers registers_;
  std::map<uint64_t, uint32_t> memory_;  // first byte -> cell
  std::map<std::pair<uint64_t, Class>, uint32_t> objects_;
  std::unordered_map<std::string, uint32_t> futures_;                         // -> the node that stands for all of them
  std::vector<uint32_t> same_ = std::vector<uint32_t>(from_.nodes.size());    // node -> the one that stands for it
  std::vector<ThreadId> thread_ = std::vector<ThreadId>(from_.nodes.size());  // whose tree a node is in
  std::string problem_;
};

}  // namespace

bool tells(Op op) {
  switch (op) {
    case Op::kRead:
    case Op::kRmw:
    case Op::kTryLock:
    case Op::kTryReadLock:
    case Op::kUnlock:
    case Op::kSemTryWait:
    case Op::kBarrier:
    case Op::kOnceEnter:
    case Op::kFutexWait:
    case Op::kFutexWake:
    case Op::kLeaveCondition:
    case Op::kLeaveFutex:
    case Op::kChoose: return true;
    default: return false;
  }
}

bool observes_without_order(const BoundNode& n) {
  enum : uint32_t { kAcquire = 3, kRelease, kBoth, kStrongest };
  if (n.kind != Kind::kEvent) return false;
  if (n.section) return true;  // nobody can stand beside it
  const auto refused = [&] { return std::ranges::any_of(n.edges, [](const Edge& e) { return e.told == 1; }); };
  switch (n.op) {
    case Op::kRead:
    case Op::kWrite:
    case Op::kRmw: {
      if (n.object != kNoCell) return true;  // the count of a semaphore
      if (n.plain) return false;
      const auto weak = [](uint32_t order, uint32_t wanted) { return order != wanted && order != kStrongest; };
      if (n.op != Op::kRmw) return weak(n.order, n.op == Op::kRead ? kAcquire : kRelease);
      const bool exchanges = n.order != 0, fails = n.failure != 0;  // as far as was seen
      return (exchanges || !fails ? weak(n.order, kBoth) : false) || (fails && weak(n.failure, kAcquire));
    }
    case Op::kTryLock:
    case Op::kTryReadLock:
    case Op::kSemTryWait: return refused();
    case Op::kFutexWait:
    case Op::kFutexWake: return true;
    default: return false;
  }
}

bool tells(const Node& n) {
  return n.kind == Kind::kEvent && tells(n.op) && !n.blind && (n.fills == 0 || n.expects != 0);
}

std::string bytes_of(uint64_t number, uint32_t length) {
  return std::string(reinterpret_cast<const char*>(&number), std::min<size_t>(length, sizeof number));
}

uint64_t number_of(const std::string& bytes) {
  uint64_t few = 0;
  if (bytes.size() <= sizeof few) return std::memcpy(&few, bytes.data(), bytes.size()), few;
  std::vector<uint64_t> words(words_of(bytes.size()));
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return value_of(words, bytes.size());
}

Result<Model> bind(const Certificate& certificate) { return Binder(certificate).run(); }

}  // namespace heddle::certificate
