// An address in a global array or structure has a name, "table[3].count", but an access through a pointer does not know it,
// and a lock is only an address. So the pass leaves a description of each such variable in the program, in the section
// heddle_layouts: pairs of the variable's address and a text (src/report/data_layout.h reads it).
//
//   struct { int n; struct { char* key; long hits; } slot[10]; } table;
//
//   {0+4 n:;8+160 slot:[10*16:{0+8 key:;8+8 hits:;}];}
//
// layout := "" | "[" count "*" size ":" layout "]" | "{" (offset "+" size " " name ":" layout ";")* "}"
#include "instrument/global_layouts.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

using namespace llvm;

namespace heddle {
namespace {

constexpr int kMaxDepth = 8;
constexpr size_t kMaxText = 4096;

const DIType* strip(const DIType* type) {
  while (auto* derived = dyn_cast_or_null<DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case dwarf::DW_TAG_typedef: case dwarf::DW_TAG_const_type: case dwarf::DW_TAG_volatile_type:
      case dwarf::DW_TAG_atomic_type: case dwarf::DW_TAG_restrict_type: type = derived->getBaseType(); break;
      default: return type;
    }
  }
  return type;
}

uint64_t bytes_of(const DIType* type) {
  const DIType* plain = strip(type);
  return plain ? plain->getSizeInBits() / 8 : 0;
}

std::string layout_of(const DIType* type, int depth);

// int grid[3][4] is one array type with two ranges.
std::string array_layout(const DICompositeType& array, int depth) {
  SmallVector<uint64_t, 4> counts;
  for (const DINode* element : array.getElements()) {
    auto* range = dyn_cast_or_null<DISubrange>(element);
    auto* count = range ? dyn_cast_if_present<ConstantInt*>(range->getCount()) : nullptr;
    if (!count) return "";
    counts.push_back(count->getZExtValue());
  }
  uint64_t size = bytes_of(array.getBaseType());
  if (size == 0) return "";
  std::string text = layout_of(array.getBaseType(), depth + 1);
  for (uint64_t count : reverse(counts)) {
    text = "[" + std::to_string(count) + "*" + std::to_string(size) + ":" + text + "]";
    size *= count;
  }
  return text;
}

std::string record_layout(const DICompositeType& record, int depth) {
  std::string text = "{";
  for (const DINode* element : record.getElements()) {
    auto* member = dyn_cast_or_null<DIDerivedType>(element);
    if (!member || member->isStaticMember() || !member->getBaseType()) continue;
    if (member->getTag() != dwarf::DW_TAG_member && member->getTag() != dwarf::DW_TAG_inheritance) continue;
    // The insides of library types (std::atomic's _M_base) mean nothing to a user.
    const StringRef name = member->getTag() == dwarf::DW_TAG_member ? member->getName() : "";
    if (name.starts_with("_M_") || name.starts_with("__")) continue;
    const uint64_t size = bytes_of(member->getBaseType());
    text += std::to_string(member->getOffsetInBits() / 8) + "+" + std::to_string(size) + " " + name.str() + ":" +
            layout_of(member->getBaseType(), depth + 1) + ";";
  }
  return text == "{" ? "" : text + "}";
}

std::string layout_of(const DIType* type, int depth) {
  auto* composite = dyn_cast_or_null<DICompositeType>(strip(type));
  if (!composite || depth > kMaxDepth) return "";
  switch (composite->getTag()) {
    case dwarf::DW_TAG_array_type: return array_layout(*composite, depth);
    case dwarf::DW_TAG_structure_type: case dwarf::DW_TAG_class_type: case dwarf::DW_TAG_union_type:
      return record_layout(*composite, depth);
    default: return "";
  }
}

Constant* text_constant(Module& module, StringRef text) {
  Constant* bytes = ConstantDataArray::getString(module.getContext(), text);
  auto* global = new GlobalVariable(module, bytes->getType(), true, GlobalValue::PrivateLinkage, bytes, "heddle.layout");
  global->setAlignment(Align(1));
  return global;
}

}  // namespace

void describe_globals(Module& module) {
  SmallVector<Constant*, 32> entries;
  for (GlobalVariable& global : module.globals()) {
    if (global.isDeclaration() || global.isThreadLocal() || global.isConstant() || global.hasAvailableExternallyLinkage()) continue;
    SmallVector<DIGlobalVariableExpression*, 1> described;
    global.getDebugInfo(described);
    if (described.size() != 1 || described[0]->getExpression()->getNumElements() != 0) continue;
    const std::string text = layout_of(described[0]->getVariable()->getType(), 0);
    if (text.empty() || text.size() > kMaxText) continue;
    entries.push_back(&global);
    entries.push_back(text_constant(module, text));
  }
  if (entries.empty()) return;
  auto* type = ArrayType::get(PointerType::getUnqual(module.getContext()), entries.size());
  auto* table = new GlobalVariable(module, type, true, GlobalValue::PrivateLinkage, ConstantArray::get(type, entries),
                                   "heddle.layouts");
  table->setSection("heddle_layouts");
  table->setAlignment(Align(8));
  appendToUsed(module, {table});
}

}  // namespace heddle
