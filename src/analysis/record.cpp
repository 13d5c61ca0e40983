#include "analysis/record.h"

#include <llvm/IR/Constants.h>

#include <cstring>

using namespace llvm;

namespace heddle::analysis {

using namespace facts;

uint64_t hash_of(const GlobalValue& symbol) {
  const StringRef name = symbol.getName();
  uint64_t hash = hash_name(name.data(), name.size());
  if (symbol.hasLocalLinkage()) {
    const StringRef module = symbol.getParent()->getSourceFileName();
    hash = hash_name(module.data(), module.size(), hash);
  }
  return hash;
}

namespace {

// Where something is, relative to the record: known when the program is linked.
Constant* distance(Constant* to, GlobalVariable* record) {
  LLVMContext& context = record->getContext();
  Type* wide = Type::getInt64Ty(context);
  Constant* bytes = ConstantExpr::getSub(ConstantExpr::getPtrToInt(to, wide), ConstantExpr::getPtrToInt(record, wide));
  return ConstantExpr::getTrunc(bytes, Type::getInt32Ty(context));
}

template <class T>
void append(std::vector<uint32_t>& words, const T& row) {
  const size_t at = words.size();
  words.resize(at + sizeof(T) / 4);
  std::memcpy(&words[at], &row, sizeof(T));
}

// The words in which the linker has something to fill in.
Constant* front(const Record& r, uint32_t total, GlobalVariable* record) {
  Type* word = Type::getInt32Ty(record->getContext());
  std::vector<Constant*> words;
  const auto put = [&](uint32_t value) { words.push_back(ConstantInt::get(word, value)); };
  for (uint32_t w : {kMagic, total, r.flags, static_cast<uint32_t>(r.name), static_cast<uint32_t>(r.name >> 32)})
    put(w);
  words.push_back(distance(r.text, record));
  for (size_t w : {size_t{r.parameters}, size_t{r.nodes}, r.sites.size(), r.edges.size(), r.memory.size()})
    put(static_cast<uint32_t>(w));
  for (const Site& s : r.sites) {
    std::vector<uint32_t> row;
    append(row, s.row);
    words.push_back(distance(s.position, record));
    for (size_t i = 1; i < row.size(); ++i) put(row[i]);
  }
  return ConstantArray::get(ArrayType::get(word, words.size()), words);
}

std::vector<uint32_t> back(const Record& r) {
  std::vector<uint32_t> words;
  for (const EdgeRow& e : r.edges) append(words, e);
  for (const MemoryRow& m : r.memory) append(words, m);
  words.insert(words.end(), r.calls.begin(), r.calls.end());
  return words;
}

}  // namespace

// @heddle.facts = private constant <{ [n x i32], [m x i32] }>
//   <{ [… i32 trunc (i64 sub (ptrtoint @heddle.pos, ptrtoint @heddle.facts)) …], … }>, section "heddle_facts", comdat(function's)
GlobalVariable* emit(const Record& r, Module& module, const Function* function) {
  LLVMContext& context = module.getContext();
  Type* word = Type::getInt32Ty(context);
  const std::vector<uint32_t> rest = back(r);
  const size_t first = (sizeof(Header) + r.sites.size() * sizeof(SiteRow)) / 4;
  auto* type = StructType::get(context, {ArrayType::get(word, first), ArrayType::get(word, rest.size())}, true);
  auto* record =
      new GlobalVariable(module, type, true, GlobalValue::PrivateLinkage, UndefValue::get(type), "heddle.facts");
  record->setInitializer(ConstantStruct::get(
      type, {front(r, static_cast<uint32_t>(first + rest.size()), record), ConstantDataArray::get(context, rest)}));
  record->setSection(kSection);
  record->setAlignment(Align(4));
  if (function != nullptr && function->hasComdat()) record->setComdat(const_cast<Comdat*>(function->getComdat()));
  return record;
}

}  // namespace heddle::analysis
