// The address of an access is a base plus an offset. The base has a name and a type in the debug information
// (a global, a local, a parameter, or a pointer loaded from something that has one); walking that type along
// the offset gives the fields. Offsets, not the types written in getelementptr, are followed, since the
// optimiser rewrites those to bytes.
#include "instrument/variable_names.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "instrument/positions.h"

using namespace llvm;

namespace heddle {

const DIType* plain_type(const DIType* type) {
  while (auto* derived = dyn_cast_or_null<DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case dwarf::DW_TAG_typedef:
      case dwarf::DW_TAG_const_type:
      case dwarf::DW_TAG_volatile_type:
      case dwarf::DW_TAG_atomic_type:
      case dwarf::DW_TAG_restrict_type: type = derived->getBaseType(); continue;
      default: return type;
    }
  }
  return type;
}

bool is_library_member(StringRef name) { return name.starts_with("_M_") || name.starts_with("__"); }

namespace {

constexpr int kMaxDepth = 3;  // pointers followed back: a->b->c

// A named piece of memory and the type of what is in it.
struct Place {
  std::string name;
  const DIType* type = nullptr;
};

bool is_pointer(const DIType* type) {
  auto* derived = dyn_cast_or_null<DIDerivedType>(type);
  return derived &&
         (derived->getTag() == dwarf::DW_TAG_pointer_type || derived->getTag() == dwarf::DW_TAG_reference_type ||
          derived->getTag() == dwarf::DW_TAG_rvalue_reference_type);
}

// The member or base class of `record` that holds the byte at `offset`. A flexible array at the end of a
// structure has no size and holds whatever follows.
const DIDerivedType* member_at(const DICompositeType& record, uint64_t offset) {
  const DIDerivedType* flexible = nullptr;
  for (const DINode* element : record.getElements()) {
    auto* member = dyn_cast_or_null<DIDerivedType>(element);
    if (!member || member->isStaticMember() || !member->getBaseType()) continue;
    if (member->getTag() != dwarf::DW_TAG_member && member->getTag() != dwarf::DW_TAG_inheritance) continue;
    const uint64_t begin = member->getOffsetInBits() / 8;
    uint64_t size = member->getSizeInBits();
    if (size == 0)
      if (const DIType* base = plain_type(member->getBaseType())) size = base->getSizeInBits();
    if (offset >= begin && offset < begin + (size + 7) / 8) return member;
    if (offset >= begin && size == 0 && isa_and_nonnull<DICompositeType>(plain_type(member->getBaseType())))
      flexible = member;
  }
  return flexible;
}

// Adds the fields and elements found at `offset` to the place. `indexed`: an unknown multiple of something
// is part of the address, so the first array on the way was indexed by a variable.
void descend(Place& place, uint64_t offset, bool indexed) {
  for (int depth = 0; depth < 8; ++depth) {
    place.type = plain_type(place.type);
    auto* composite = dyn_cast_or_null<DICompositeType>(place.type);
    if (!composite) break;
    if (composite->getTag() == dwarf::DW_TAG_array_type) {
      const DIType* element = plain_type(composite->getBaseType());
      if (!element || element->getSizeInBits() < 8) break;
      const uint64_t size = element->getSizeInBits() / 8;
      place.name += indexed ? "[]" : "[" + std::to_string(offset / size) + "]";
      place.type = element;
      offset %= size;
      indexed = false;
      continue;
    }
    const DIDerivedType* member = member_at(*composite, offset);
    if (!member) break;
    const StringRef name = member->getName();
    if (is_library_member(name)) break;  // the insides of std::atomic mean nothing to a user
    offset -= member->getOffsetInBits() / 8;
    if (member->getTag() == dwarf::DW_TAG_member && !name.empty()) place.name += "." + name.str();
    place.type = member->getBaseType();
  }
  if (indexed && !StringRef(place.name).ends_with("[]")) place.name += "[]";
}

// Told by the function it belongs to: "this" has no file of its own.
bool is_users(const DILocalVariable& variable) {
  const DISubprogram* function = variable.getScope() ? variable.getScope()->getSubprogram() : nullptr;
  return !function || !is_system_file(function->getFile());
}

// A variable that debug records attach to `value`: as its address (declare) or as its value.
const DILocalVariable* described_by(const Value* value, bool as_address) {
  SmallVector<DbgVariableIntrinsic*, 4> intrinsics;
  SmallVector<DbgVariableRecord*, 4> records;
  findDbgUsers(intrinsics, const_cast<Value*>(value), &records);
  const DILocalVariable* best = nullptr;
  const auto consider = [&](const DILocalVariable* variable, const DIExpression* expression, bool declares) {
    if (!variable || variable->getName().empty()) return;
    const bool plain = expression->getNumElements() == 0;
    const bool dereferenced = expression->getNumElements() == 1 && expression->startsWithDeref();
    if (as_address ? !(declares ? plain : dereferenced) : (declares || !plain)) return;
    if (!as_address && !is_pointer(plain_type(variable->getType())))
      return;  // a structure that holds just this pointer
    if (!best && is_users(*variable)) best = variable;
  };
  for (const DbgVariableIntrinsic* i : intrinsics)
    consider(i->getVariable(), i->getExpression(), isa<DbgDeclareInst>(i));
  for (DbgVariableRecord* r : records) {
    if (r->isDbgAssign() && r->getAddress() == value)  // how the optimiser tracks a local that stays in memory
      consider(r->getVariable(), r->getAddressExpression(), true);
    else consider(r->getVariable(), r->getExpression(), r->isDbgDeclare());
  }
  return best;
}

Place place_of(const Value* pointer, const DataLayout& layout, int depth);

// What the pointer value `base` points to, if it is the value of something with a name.
Place pointee_of(const Value* base, const DataLayout& layout, int depth) {
  Place holder;
  if (const DILocalVariable* variable = described_by(base, false)) {
    holder = {variable->getName().str(), variable->getType()};
  } else if (auto* load = dyn_cast<LoadInst>(base)) {
    holder = place_of(load->getPointerOperand(), layout, depth + 1);
  }
  holder.type = plain_type(holder.type);
  if (holder.name.empty() || !is_pointer(holder.type)) return {};
  return {holder.name, plain_type(cast<DIDerivedType>(holder.type)->getBaseType())};
}

Place place_of(const Value* pointer, const DataLayout& layout, int depth) {
  if (depth > kMaxDepth) return {};
  int64_t offset = 0;
  bool indexed = false;
  const Value* base = pointer;
  for (int steps = 0; steps < 8; ++steps) {
    if (auto* gep = dyn_cast<GEPOperator>(base)) {
      APInt constant(layout.getIndexTypeSizeInBits(gep->getType()), 0);
      MapVector<Value*, APInt> variable;
      if (!gep->collectOffset(layout, constant.getBitWidth(), variable, constant)) return {};
      offset += constant.getSExtValue();
      indexed |= !variable.empty();
      base = gep->getPointerOperand();
    } else if (auto* intrinsic = dyn_cast<IntrinsicInst>(base);
               intrinsic && intrinsic->getIntrinsicID() == Intrinsic::threadlocal_address) {
      base = intrinsic->getArgOperand(0);
    } else {
      break;
    }
  }
  if (auto* global = dyn_cast<GlobalVariable>(base)) {
    SmallVector<DIGlobalVariableExpression*, 1> expressions;
    global->getDebugInfo(expressions);
    if (expressions.empty()) return {global->hasPrivateLinkage() ? "" : global->getName().str(), nullptr};
    const DIGlobalVariable* variable = expressions[0]->getVariable();
    Place place{variable->getName().str(), variable->getType()};
    descend(place, static_cast<uint64_t>(offset), indexed);
    return place;
  }
  if (const DILocalVariable* variable = described_by(base, true)) {
    Place place{variable->getName().str(), variable->getType()};
    descend(place, static_cast<uint64_t>(offset), indexed);
    return place;
  }
  Place place = pointee_of(base, layout, depth);
  if (place.name.empty()) return {};
  const std::string holder = place.name;
  place.name.clear();
  const bool record = isa_and_nonnull<DICompositeType>(place.type) &&
                      cast<DICompositeType>(place.type)->getTag() != dwarf::DW_TAG_array_type;
  if (!record) {
    place.name = holder + (offset == 0 && !indexed ? "" : "[]");
    if (offset == 0 && !indexed) place.name = "*" + place.name;
    return place;
  }
  descend(place, static_cast<uint64_t>(offset), indexed);
  const StringRef fields = place.name;
  place.name = fields.starts_with(".") ? holder + "->" + fields.drop_front().str() : "*" + holder;
  return place;
}

}  // namespace

const DILocalVariable* variable_in_memory(const Value* address) { return described_by(address, true); }

std::string variable_name(const Value* pointer, const DataLayout& layout) { return place_of(pointer, layout, 0).name; }

}  // namespace heddle
