#include "future_program.h"

#include <algorithm>

namespace heddle {

using namespace facts;

namespace {

constexpr uint32_t kFunctions = 3;
constexpr size_t kMostThreads = 4, kMostStates = 30000, kMostDepth = 4;

ItemRow plain(ItemKind kind) {
  ItemRow row{};
  row.kind = kind;
  row.address = row.base = kNoExpression;
  return row;
}

}  // namespace

FutureProgram::FutureProgram(uint64_t seed) : random_(seed) {
  for (uint32_t i = 0; i < kFunctions; ++i) make_function(i);
  for (const FutureFunction& f : made_) futures_.add(f);
  if (!futures_.index()) std::abort();
  made_.assign(futures_.functions().begin(), futures_.functions().end());
  world_.program = this;
}

uint32_t FutureProgram::make_expression(FutureFunction& f, const ExpressionRow& row) {
  f.expressions.push_back(row);
  return static_cast<uint32_t>(f.expressions.size() - 1);
}

// Of an element of the array: a constant, a parameter, a local, a field that is loaded, a loop.
uint32_t FutureProgram::make_index(FutureFunction& f) {
  using enum ExpressionOp;
  switch (random_.below(6)) {
    case 0: return make_expression(f, {kConstant, random_.below(kArray), 0, 0, 0});
    case 1: return make_expression(f, {kSlot, 0, 0, 0, 0});
    case 2: return make_expression(f, {kSlot, 1, 0, 0, 0});
    case 3: {
      const uint32_t start = make_expression(f, {kConstant, random_.below(2), 0, 0, 0});
      const uint32_t one = make_expression(f, {kConstant, 1, 0, 0, 0});
      return make_expression(f, {kRecurrence, start, one, one, 0});
    }
    default: {
      const uint32_t at = make_expression(
          f, {kConstant, static_cast<uint32_t>(kMemory) + 8 * (kArray + random_.below(kCells - kArray)), 0, 0, 0});
      f.expressions[at].a = static_cast<uint32_t>(kMemory) + 8 * kArray;  // what slot 2 is loaded from
      return make_expression(f, {kLoad, at, 8, 0, 3});
    }
  }
}

void FutureProgram::make_item(FutureFunction& f) {
  using enum ExpressionOp;
  const uint32_t what = random_.below(20);
  if (what < 3 || what == 4) {
    ItemRow row = plain(what == 4 ? ItemKind::kCreate : ItemKind::kCall);
    row.flags = what == 4 ? kNamed : 0u;
    row.name[0] = random_.below(kFunctions) + 1;
    row.first = static_cast<uint32_t>(f.arguments.size());
    row.arguments = 1;
    f.arguments.push_back(make_index(f));
    f.items.push_back(row);
  } else if (what == 5 || what == 6) {
    ItemRow row = plain(what == 5 ? ItemKind::kLock : ItemKind::kJoin);
    row.address = make_expression(f, {kConstant, random_.below(4), 0, 0, 0});
    row.flags = kObject;
    f.items.push_back(row);
  } else {
    ItemRow row = plain(ItemKind::kAccess);
    row.bytes = 8;
    row.flags = random_.below(2) ? kWrites : kReads;
    const uint32_t base = make_expression(f, {kConstant, static_cast<uint32_t>(kMemory), 0, 0, 0});
    if (random_.below(4) == 0) {  // a field
      const uint32_t cell = kArray + random_.below(kCells - kArray);
      row.address = row.first = make_expression(f, {kConstant, static_cast<uint32_t>(kMemory) + 8 * cell, 0, 0, 0});
      row.type[0] = 2;
    } else {
      const uint32_t index = make_index(f), eight = make_expression(f, {kConstant, 8, 0, 0, 0});
      const uint32_t offset = make_expression(f, {kMultiply, index, eight, 64, 0});
      row.address = row.first = make_expression(f, {kAdd, base, offset, 64, 0});
      row.type[0] = 1;
      if (random_.below(5) == 0) row.address = make_expression(f, {kUnknown, 0, 0, 0, 0});
      if (random_.below(2)) row.base = base;
    }
    if (random_.below(5) == 0) row.type[0] = 0;
    row.arguments = random_.below(kArray);  // what is written
    f.items.push_back(row);
  }
}

void FutureProgram::make_function(uint32_t number) {
  FutureFunction f;
  f.name = number + 1;
  f.record = f.code = 100 + number;
  f.parameters = 1;
  f.types.push_back({2, 0, 0});
  // 0 the parameter, 1 a local that is counted up, 2 one that is loaded from the first field.
  f.slots = {{0, 0, 64, 1}, {0, 0, 64, 0}, {0, 0, 64, 0}};
  const uint32_t blocks = 1 + random_.below(3);
  for (uint32_t b = 0; b < blocks; ++b) {
    f.blocks.push_back({static_cast<uint32_t>(f.items.size()), static_cast<uint32_t>(f.edges.size()), b + 1 == blocks});
    if (b == 0) f.items.push_back(plain(ItemKind::kHarmless));
    for (uint32_t i = 1 + random_.below(3); i > 0; --i) make_item(f);
    if (b + 1 < blocks) f.edges.push_back(b + 1);
    if (random_.below(4) == 0) f.edges.push_back(random_.below(blocks));
  }
  f.blocks.push_back({static_cast<uint32_t>(f.items.size()), static_cast<uint32_t>(f.edges.size()), 0});
  for (int s : {1, 2}) {
    SlotRow& slot = f.slots[static_cast<size_t>(s)];
    slot.block = random_.below(blocks);
    const uint32_t first = f.blocks[slot.block].first_item;
    slot.item = first + random_.below(f.blocks[slot.block + 1].first_item - first + 1);
  }
  f.positions.assign(f.items.size(), 0);
  made_.push_back(std::move(f));
}

bool FutureProgram::World::read(uint64_t address, uint32_t, uint64_t& value) const {
  if (address < kMemory || address >= kMemory + 8 * kCells) return false;
  value = program->state_.cells[(address - kMemory) / 8];
  return true;
}
bool FutureProgram::World::object(uint64_t address, uint64_t& begin, uint64_t& end) const {
  if (address < kMemory || address >= kMemory + 8 * kCells) return false;
  const uint64_t cell = (address - kMemory) / 8;
  begin = cell < kArray ? kMemory : kMemory + 8 * cell;
  end = cell < kArray ? kMemory + 8 * kArray : begin + 8;
  return true;
}

std::vector<int64_t> FutureProgram::values(const State& s, const Frame& frame, uint32_t number) const {
  const FutureFunction& f = made_[frame.function];
  const ExpressionRow& row = f.expressions[number];
  const auto of = [&](uint32_t e) { return values(s, frame, e); };
  switch (row.op) {
    case ExpressionOp::kConstant: return {static_cast<int64_t>(row.a)};
    case ExpressionOp::kSlot: return {static_cast<int64_t>(frame.slots[row.a])};
    case ExpressionOp::kLoad: return {static_cast<int64_t>(frame.slots[row.d - 1])};
    case ExpressionOp::kMultiply: {
      std::vector<int64_t> all = of(row.a);
      for (int64_t& v : all) v *= of(row.b)[0];
      return all;
    }
    case ExpressionOp::kAdd: {
      std::vector<int64_t> all = of(row.b);
      for (int64_t& v : all) v += of(row.a)[0];
      return all;
    }
    case ExpressionOp::kRecurrence: return {of(row.a)[0], of(row.a)[0] + 1};
    default: return {0};
  }
}

void FutureProgram::settle(const State& s, Frame& frame) const {
  const FutureFunction& f = made_[frame.function];
  for (size_t i : {1, 2}) {
    if (f.slots[i].block != frame.block || f.slots[i].item != frame.item) continue;
    frame.slots[i] = i == 1 ? (frame.slots[1] == kNoValue ? 0 : (frame.slots[1] + 1) % kArray) : s.cells[kArray];
  }
}

FutureProgram::Frame FutureProgram::enter(const State& s, uint32_t function, uint64_t argument) const {
  Frame frame{function, 0, 0, {argument, kNoValue, kNoValue}};
  settle(s, frame);
  return frame;
}

// Before an item that it is not past.
bool FutureProgram::standing(const Stack& stack) const {
  if (stack.empty()) return true;
  const Frame& top = stack.back();
  return top.item < made_[top.function].blocks[top.block + 1].first_item;
}

std::vector<FutureAccess> FutureProgram::accesses(const State& s, const Frame& frame, const ItemRow& item) const {
  std::vector<FutureAccess> all;
  const FutureFunction& f = made_[frame.function];
  // A local without a value is used by no program.
  const auto uses_nothing = [&](auto&& self, uint32_t e) -> bool {
    const ExpressionRow& r = f.expressions[e];
    if (r.op == ExpressionOp::kSlot) return frame.slots[r.a] == kNoValue;
    if (r.op == ExpressionOp::kLoad) return frame.slots[r.d - 1] == kNoValue;
    return (r.op == ExpressionOp::kAdd || r.op == ExpressionOp::kMultiply) && (self(self, r.a) || self(self, r.b));
  };
  if (uses_nothing(uses_nothing, item.first)) return all;
  for (int64_t at : values(s, frame, item.first)) {
    FutureAccess a{.address = static_cast<uint64_t>(at), .size = 8, .writes = (item.flags & kWrites) != 0};
    a.type = {item.type[0], 0, 0};
    all.push_back(a);
  }
  return all;
}

// The function is left, or goes on in another block.
void FutureProgram::leave(const State& s, size_t thread, std::vector<State>& next) const {
  const Frame& top = s.threads[thread].back();
  const FutureFunction& f = made_[top.function];
  for (uint32_t to : f.next(top.block)) {
    State n = s;
    Frame& frame = n.threads[thread].back();
    frame.block = to;
    frame.item = f.blocks[to].first_item;
    settle(n, frame);
    next.push_back(std::move(n));
  }
  if (!f.blocks[top.block].leaves) return;
  State n = s;
  n.threads[thread].pop_back();
  if (!n.threads[thread].empty()) {
    ++n.threads[thread].back().item;
    settle(n, n.threads[thread].back());
  }
  next.push_back(std::move(n));
}

template <class Touch>
void FutureProgram::step(const State& s, size_t thread, std::vector<State>& next, Touch touch) const {
  const Stack& stack = s.threads[thread];
  if (stack.empty()) return;
  if (!standing(stack)) return leave(s, thread, next);
  const Frame& top = stack.back();
  const ItemRow& item = made_[top.function].items[top.item];
  const auto go_on = [&](State n) {
    Frame& frame = n.threads[thread].back();
    ++frame.item;
    settle(n, frame);
    next.push_back(std::move(n));
  };
  if (item.kind == ItemKind::kAccess) {
    for (const FutureAccess& a : accesses(s, top, item)) {
      touch(a);
      State n = s;
      if (a.writes) n.cells[(a.address - kMemory) / 8] = item.arguments;
      go_on(std::move(n));
    }
  } else if (item.kind == ItemKind::kCall || item.kind == ItemKind::kCreate) {
    const bool creates = item.kind == ItemKind::kCreate;
    const int64_t argument = values(s, top, made_[top.function].arguments[item.first])[0];
    if (argument < 0 || argument >= kArray) return;
    State n = s;
    const Frame entered = enter(s, item.name[0] - 1, static_cast<uint64_t>(argument));
    if (creates && s.threads.size() < kMostThreads) n.threads.push_back({entered});
    if (creates) return go_on(std::move(n));
    if (stack.size() == kMostDepth) return;  // it ends there
    n.threads[thread].push_back(entered);
    next.push_back(std::move(n));
  } else if (item.kind == ItemKind::kLock || item.kind == ItemKind::kJoin) {
    const bool waits = values(s, top, item.address)[0] == static_cast<int64_t>(world_.asker);
    if (!waits) go_on(s);
  } else {
    go_on(s);
  }
}

bool FutureProgram::is_relevant(const State& s, size_t asker, const FutureAccess& access) const {
  bool conflict = false;
  const auto touch = [&](const FutureAccess& a) {
    conflict |=
        a.address < access.address + access.size && access.address < a.address + a.size && (a.writes || access.writes);
  };
  std::set<State> met = {s};
  std::vector<State> open = {s}, next;
  while (!open.empty() && !conflict && met.size() < kMostStates) {
    const State now = std::move(open.back());
    open.pop_back();
    for (size_t t = 0; t < now.threads.size(); ++t) {
      if (t == asker) continue;
      next.clear();
      step(now, t, next, touch);
      for (State& n : next)
        if (met.insert(n).second) open.push_back(std::move(n));
    }
  }
  return conflict;
}

std::optional<FutureProgram::Question> FutureProgram::ask() {
  world_.asker = SIZE_MAX;
  state_ = {std::vector<uint64_t>(kCells, 0), {}};
  for (uint32_t t = 0; t < 2; ++t)
    state_.threads.push_back({enter(state_, random_.below(kFunctions), random_.below(kArray))});
  std::vector<State> next;
  const auto ready = [&] {
    return std::all_of(state_.threads.begin(), state_.threads.end(), [&](const Stack& t) { return standing(t); });
  };
  for (uint32_t steps = random_.below(16); steps > 0 || !ready(); steps -= steps > 0) {
    next.clear();
    size_t t = random_.below(static_cast<uint32_t>(state_.threads.size()));
    if (steps == 0)
      for (t = 0; standing(state_.threads[t]);) ++t;
    step(state_, t, next, [](const FutureAccess&) {});
    if (!next.empty()) state_ = next[random_.below(static_cast<uint32_t>(next.size()))];
    else if (steps == 0) state_.threads[t].clear();
  }
  const size_t asker = random_.below(static_cast<uint32_t>(state_.threads.size()));
  if (state_.threads[asker].empty()) return {};
  const Frame& top = state_.threads[asker].back();
  const ItemRow& item = made_[top.function].items[top.item];
  if (item.kind != ItemKind::kAccess) return {};
  const auto possible = accesses(state_, top, item);
  if (possible.empty()) return {};
  world_.asker = asker;
  Question q;
  q.access = possible[0];
  q.relevant = is_relevant(state_, asker, q.access);
  for (size_t t = 0; t < state_.threads.size(); ++t) {
    if (t == asker || state_.threads[t].empty()) continue;
    auto& frames = q.frames.emplace_back();
    const Stack& stack = state_.threads[t];
    for (size_t i = stack.size(); i-- > 0;) {
      q.slots.push_back(stack[i].slots);
      frames.push_back({&futures_.functions()[stack[i].function], stack[i].item, q.slots.back().data()});
    }
  }
  for (const auto& frames : q.frames) q.others.push_back({frames});
  return q;
}

}  // namespace heddle
