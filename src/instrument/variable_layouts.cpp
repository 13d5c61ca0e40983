#include "instrument/variable_layouts.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/Path.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <string>

#include "instrument/positions.h"
#include "instrument/variable_names.h"

using namespace llvm;

namespace heddle {
namespace {

constexpr int kMaxDepth = 6;
constexpr size_t kMaxText = 4000;  // of one layout; what is larger stays without the parts of its parts

uint64_t bytes_of(const DIType* type) { return type ? (type->getSizeInBits() + 7) / 8 : 0; }

std::string layout_of(const DIType* type, int depth);

// The members of `record`, those of its base classes and of unnamed members among them. The insides of library types
// (std::mutex's _M_mutex) mean nothing to a user; std::array is an array.
void add_members(const DICompositeType& record, uint64_t at, int depth, std::string& text) {
  for (const DINode* element : record.getElements()) {
    auto* member = dyn_cast_or_null<DIDerivedType>(element);
    if (!member || member->isStaticMember() || !member->getBaseType()) continue;
    if (member->getTag() != dwarf::DW_TAG_member && member->getTag() != dwarf::DW_TAG_inheritance) continue;
    const StringRef name = member->getName();
    const DIType* type = plain_type(member->getBaseType());
    const uint64_t offset = at + member->getOffsetInBits() / 8;
    // What std::atomic holds counts as its own.
    if (member->getTag() == dwarf::DW_TAG_inheritance || name.empty() || name == "_M_i") {
      if (auto* inner = dyn_cast_or_null<DICompositeType>(type)) add_members(*inner, offset, depth, text);
    } else if (!is_library_member(name)) {
      const uint64_t size = bytes_of(member->getSizeInBits() ? member : type);
      text += std::to_string(offset) + ":" + std::to_string(size) + ":" + name.str() + layout_of(type, depth + 1) + ";";
    }
  }
}

// int grid[3][4] is one array type with two ranges.
std::string array_layout(const DICompositeType& array, int depth) {
  const DIType* element = plain_type(array.getBaseType());
  uint64_t size = bytes_of(element);
  if (size == 0) return {};
  std::string text = layout_of(element, depth + 1);
  for (unsigned i = array.getElements().size(); i-- > 0;) {
    text = "[" + std::to_string(size) + text + "]";
    auto* range = dyn_cast_or_null<DISubrange>(array.getElements()[i]);
    auto* count = range ? dyn_cast_if_present<ConstantInt*>(range->getCount()) : nullptr;
    if (!count && i > 0) return {};
    if (count) size *= count->getZExtValue();
  }
  return text;
}

const DIType* only_array(const DICompositeType& record) {
  for (const DINode* element : record.getElements())
    if (auto* member = dyn_cast_or_null<DIDerivedType>(element); member && member->getName() == "_M_elems")
      return plain_type(member->getBaseType());
  return nullptr;
}

std::string layout_of(const DIType* type, int depth) {
  auto* composite = dyn_cast_or_null<DICompositeType>(plain_type(type));
  if (!composite || depth > kMaxDepth) return {};
  if (composite->getTag() == dwarf::DW_TAG_array_type) return array_layout(*composite, depth);
  if (composite->getTag() == dwarf::DW_TAG_enumeration_type || composite->getTag() == dwarf::DW_TAG_union_type)
    return {};
  if (const DIType* array = only_array(*composite)) return layout_of(array, depth);
  std::string parts;
  add_members(*composite, 0, depth, parts);
  return parts.empty() || parts.size() > kMaxText ? "" : "{" + parts + "}";
}

std::string key_of(const DILocalVariable& variable) {
  return (sys::path::filename(variable.getFile() ? variable.getFile()->getFilename() : "") + ":" +
          Twine(variable.getLine()) + ":" + variable.getName())
      .str();
}

}  // namespace

void write_variable_layouts(Module& module, Positions& positions) {
  MapVector<StringRef, std::string> layouts;
  StringMap<char> keys;  // keeps the keys there
  auto add = [&](const std::string& key, const DIType* type) {
    const auto [entry, fresh] = keys.try_emplace(key);
    if (!fresh) return;
    if (std::string layout = layout_of(type, 0); !layout.empty()) layouts[entry->first()] = std::move(layout);
  };
  for (const GlobalVariable& global : module.globals()) {
    SmallVector<DIGlobalVariableExpression*, 1> expressions;
    global.getDebugInfo(expressions);
    if (!global.isDeclaration() && !expressions.empty() && !is_system_file(expressions[0]->getVariable()->getFile()))
      add(global.getName().str(), expressions[0]->getVariable()->getType());
  }
  for (const Function& function : module)
    for (const BasicBlock& block : function)
      for (const Instruction& instruction : block)
        if (const DILocalVariable* variable = isa<AllocaInst>(instruction) ? variable_in_memory(&instruction) : nullptr)
          add(key_of(*variable), variable->getType());
  if (layouts.empty()) return;

  std::vector<Constant*> entries;
  StructType* type = StructType::get(
      module.getContext(), {PointerType::getUnqual(module.getContext()), PointerType::getUnqual(module.getContext())});
  for (const auto& [key, layout] : layouts)
    entries.push_back(ConstantStruct::get(type, {positions.text(key), positions.text(layout)}));
  ArrayType* all = ArrayType::get(type, entries.size());
  auto* table = new GlobalVariable(module, all, true, GlobalValue::PrivateLinkage, ConstantArray::get(all, entries),
                                   "heddle.var");
  table->setSection("heddle_var");
  table->setAlignment(Align(8));
  appendToUsed(module, {table});
}

}  // namespace heddle
