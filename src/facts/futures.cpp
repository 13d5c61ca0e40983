#include "facts/futures.h"

#include <algorithm>
#include <cstring>

namespace heddle::facts {
namespace {

// Takes rows out of the words of one record.
class Words {
 public:
  Words(const std::byte* at, size_t words) : at_(at), left_(words) {}

  template <class T>
  bool take(std::vector<T>& rows, size_t count) {
    constexpr size_t kSize = sizeof(T) / 4;
    if (count > left_ / kSize) return false;
    rows.resize(count);
    if (count > 0) std::memcpy(rows.data(), at_, count * sizeof(T));
    at_ += count * sizeof(T);
    left_ -= count * kSize;
    return true;
  }

 private:
  const std::byte* at_;
  size_t left_;
};

constexpr uint32_t kMostBlocks = 2048;

std::vector<uint64_t> absolute(const std::vector<int32_t>& relative, uint64_t record) {
  std::vector<uint64_t> addresses;
  for (int32_t r : relative) addresses.push_back(record + static_cast<uint64_t>(static_cast<int64_t>(r)));
  return addresses;
}

bool expression_fits(const FutureFunction& f, uint32_t number) {
  const ExpressionRow& e = f.expressions[number];
  const auto before = [&](uint32_t other) { return other < number; };  // so that none contains itself
  switch (e.op) {
    case ExpressionOp::kUnknown:
    case ExpressionOp::kConstant: return true;
    case ExpressionOp::kVariable: return e.a < f.variables.size();
    case ExpressionOp::kSlot: return e.a < f.slots.size();
    case ExpressionOp::kLoad: return before(e.a) && e.b <= 8 && e.c < f.types.size() && e.d <= f.slots.size();
    case ExpressionOp::kSignExtend:
    case ExpressionOp::kZeroExtend:
    case ExpressionOp::kTruncate: return before(e.a);
    case ExpressionOp::kAdd:
    case ExpressionOp::kMultiply:
    case ExpressionOp::kDivide:
    case ExpressionOp::kSmallest:
    case ExpressionOp::kLargest: return before(e.a) && before(e.b);
    case ExpressionOp::kRecurrence: return before(e.a) && before(e.b) && before(e.c);
  }
  return false;
}

}  // namespace

bool FutureFunction::complete() {
  if (opaque()) return true;
  if (blocks.size() < 2 || blocks.size() > kMostBlocks + 1) return false;
  const auto count = static_cast<uint32_t>(blocks.size() - 1);
  if (blocks[count].first_item != items.size() || blocks[count].first_edge != edges.size()) return false;
  block_of.assign(items.size(), 0);
  for (uint32_t b = 0; b < count; ++b) {
    if (blocks[b].first_item > blocks[b + 1].first_item || blocks[b].first_edge > blocks[b + 1].first_edge)
      return false;
    for (uint32_t i = blocks[b].first_item; i < blocks[b + 1].first_item; ++i) block_of[i] = b;
  }
  for (uint32_t e : edges)
    if (e >= count) return false;
  for (uint32_t i = 0; i < expressions.size(); ++i)
    if (!expression_fits(*this, i)) return false;
  const auto fits = [&](uint32_t e) { return e == kNoExpression || e < expressions.size(); };
  for (const SlotRow& s : slots)
    if (s.block >= count || s.item > items.size() || s.bits == 0 || s.bits > 64) return false;
  for (const ItemRow& i : items) {
    if (!fits(i.address) || !fits(i.base) || i.kind > ItemKind::kHarmless) return false;
    if (i.kind == ItemKind::kIndirect && i.arguments == UINT32_MAX) continue;
    if (i.kind == ItemKind::kAccess || i.kind == ItemKind::kLock || i.kind == ItemKind::kJoin) continue;
    if (i.first > arguments.size() || i.arguments > arguments.size() - i.first) return false;
  }
  for (uint32_t a : arguments)
    if (!fits(a)) return false;
  words_per_block = (count + 63) / 64;
  reach.assign(size_t{count} * words_per_block, 0);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t b = count; b-- > 0;)
      for (uint32_t to : next(b)) {
        uint64_t* mine = &reach[size_t{b} * words_per_block];
        const auto add = [&](uint32_t w, uint64_t bits) {
          more |= (bits & ~mine[w]) != 0;
          mine[w] |= bits;
        };
        add(to / 64, uint64_t{1} << (to % 64));
        for (uint32_t w = 0; w < words_per_block; ++w) add(w, reach[size_t{to} * words_per_block + w]);
      }
  }
  return true;
}

bool Futures::read_record(const Section& section, size_t at, size_t words) {
  FutureHeader h;
  if (words < sizeof h / 4) return false;
  std::memcpy(&h, section.bytes.data() + 4 * at, sizeof h);
  const uint64_t record = section.address + 4 * at;
  Words rest(section.bytes.data() + 4 * at + sizeof h, words - sizeof h / 4);
  std::vector<int32_t> variables, positions;
  if (!rest.take(variables, h.variables) || !rest.take(positions, h.items)) return false;
  if (h.flags & kFutureModule) {
    ++modules_;
    std::vector<VariableRow> rows;
    std::vector<VirtualRow> virtuals;
    if (!rest.take(rows, h.variables) || !rest.take(virtuals, h.edges)) return false;
    const std::vector<uint64_t> begins = absolute(variables, record);
    for (size_t i = 0; i < rows.size(); ++i)
      variables_.push_back({begins[i], begins[i] + rows[i].size, rows[i].reached != 0});
    virtuals_.insert(virtuals_.end(), virtuals.begin(), virtuals.end());
    return true;
  }
  FutureFunction f;
  f.record = record;
  f.code = record + static_cast<uint64_t>(static_cast<int64_t>(h.function));
  f.name = h.name[0] | uint64_t{h.name[1]} << 32;
  f.flags = h.flags;
  f.parameters = h.parameters;
  f.variables = absolute(variables, record);
  f.positions = absolute(positions, record);
  if (!rest.take(f.slots, h.slots) || !rest.take(f.expressions, h.expressions) || !rest.take(f.blocks, h.blocks) ||
      !rest.take(f.edges, h.edges) || !rest.take(f.items, h.items) || !rest.take(f.arguments, h.arguments) ||
      !rest.take(f.types, h.types))
    return false;
  add(std::move(f));
  return true;
}

void Futures::add(FutureFunction function) { functions_.push_back(std::move(function)); }

bool Futures::index() {
  for (uint32_t i = 0; i < functions_.size(); ++i) {
    FutureFunction& f = functions_[i];
    if (!f.complete()) return false;
    f.number = i;
    by_name_[f.name].push_back(i);
    by_record_[f.record] = i;
    by_code_[f.code] = i;
    for (uint32_t p = 0; p < f.positions.size(); ++p)
      if (f.items[p].kind == ItemKind::kAccess) by_position_.try_emplace(f.positions[p], FutureItem{i, p});
  }
  // A variable that one module reaches is reached.
  std::sort(variables_.begin(), variables_.end(),
            [](const Variable& a, const Variable& b) { return a.begin < b.begin; });
  std::vector<Variable> joined;
  for (const Variable& v : variables_) {
    if (joined.empty() || joined.back().begin != v.begin) joined.push_back(v);
    else joined.back().reached |= v.reached, joined.back().end = std::max(joined.back().end, v.end);
  }
  variables_ = std::move(joined);
  return true;
}

bool Futures::read(const std::vector<Section>& sections) {
  *this = Futures();
  for (const Section& section : sections) {
    const size_t words = section.bytes.size() / 4;
    for (size_t at = 0; at < words;) {
      uint32_t start[2] = {0, 0};
      std::memcpy(start, section.bytes.data() + 4 * at, at + 1 < words ? 8 : 4);
      if (start[0] == 0) {
        ++at;
        continue;
      }
      if (start[0] != kFutureMagic || start[1] > words - at || !read_record(section, at, start[1])) {
        *this = Futures();
        return false;
      }
      at += start[1];
    }
  }
  if (index()) return true;
  *this = Futures();
  return false;
}

const FutureFunction* Futures::by_record(uint64_t record) const {
  const auto found = by_record_.find(record);
  return found == by_record_.end() ? nullptr : &functions_[found->second];
}
const FutureFunction* Futures::by_code(uint64_t code) const {
  const auto found = by_code_.find(code);
  return found == by_code_.end() ? nullptr : &functions_[found->second];
}
std::span<const uint32_t> Futures::named(uint64_t name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? std::span<const uint32_t>() : std::span<const uint32_t>(found->second);
}
const FutureItem* Futures::at(uint64_t position) const {
  const auto found = by_position_.find(position);
  return found == by_position_.end() ? nullptr : &found->second;
}

const Futures::Variable* Futures::find_variable(uint64_t address) const {
  auto after = std::upper_bound(variables_.begin(), variables_.end(), address,
                                [](uint64_t a, const Variable& v) { return a < v.begin; });
  return after != variables_.begin() && address < (--after)->end ? &*after : nullptr;
}

bool Futures::is_named_only(uint64_t address) const {
  const Variable* v = find_variable(address);
  return v != nullptr && !v->reached;
}

bool Futures::variable_at(uint64_t address, uint64_t& begin, uint64_t& end) const {
  const Variable* v = find_variable(address);
  if (v == nullptr) return false;
  begin = v->begin;
  end = v->end;
  return true;
}

}  // namespace heddle::facts
