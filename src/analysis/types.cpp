// What type of number an access is of: accesses of different types do not touch the same memory, as the language has it (strict aliasing).
// Clang says it in metadata ("tbaa"), which the optimiser goes by; a program compiled without it (-O0, -fno-strict-aliasing) has none.
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

#include "analysis/memory.h"

using namespace llvm;

namespace heddle::analysis {

using namespace facts;

namespace {

uint32_t hash_of_type(StringRef name, uint64_t offset) {
  const uint64_t hash = hash_name(name.data(), name.size()) + offset * 0x9e3779b97f4a7c15;
  return static_cast<uint32_t>(hash ^ hash >> 32) | 1;
}

StringRef name_of_type(const MDNode* type) {
  const auto* name = type->getNumOperands() > 0 ? dyn_cast<MDString>(type->getOperand(0)) : nullptr;
  return name ? name->getString() : "";
}

// The structure that has the accessed number itself among its members, and where: 0 if that cannot be told.
uint32_t field_of(const MDNode* base, const MDNode* accessed, uint64_t offset) {
  for (int depth = 0; depth < 32; ++depth) {
    const MDNode* member = nullptr;
    uint64_t at = 0;
    for (unsigned i = 1; i + 1 < base->getNumOperands(); i += 2) {
      const auto* begins = mdconst::dyn_extract<ConstantInt>(base->getOperand(i + 1));
      const auto* type = dyn_cast<MDNode>(base->getOperand(i));
      if (!begins || !type) return 0;
      if (begins->getZExtValue() <= offset) member = type, at = begins->getZExtValue();
    }
    if (!member) return 0;
    offset -= at;
    if (member == accessed)
      return offset == 0 && !name_of_type(base).empty() ? hash_of_type(name_of_type(base), at + 1) : 0;
    base = member;
  }
  return 0;
}

constexpr uint32_t kSomeBytes = 255;  // the type has some size

// By its name, not by the access: the optimiser makes one access of several, or of a part.
uint32_t bytes_of_type(StringRef name) {
  return StringSwitch<uint32_t>(name)
      .Case("bool", 1)
      .Case("short", 2)
      .Cases("int", "float", 4)
      .Cases("long", "long long", "double", "any pointer", "vtable pointer", 8)
      .Default(kSomeBytes);
}

TypeAccessed type_of_tag(const MDNode& tag) {
  if (tag.getNumOperands() < 3) return {};
  const auto* base = dyn_cast<MDNode>(tag.getOperand(0));
  const auto* accessed = dyn_cast<MDNode>(tag.getOperand(1));
  const auto* offset = mdconst::dyn_extract<ConstantInt>(tag.getOperand(2));
  if (!base || !accessed || !offset || isa<MDNode>(accessed->getOperand(0))) return {};
  const StringRef name = name_of_type(accessed);
  if (name.empty() || name == "omnipotent char") return {};
  const uint32_t field = base == accessed ? 0 : field_of(base, accessed, offset->getZExtValue());
  return {bytes_of_type(name), hash_of_type(name, 0), field};
}

}  // namespace

// From the metadata that the optimiser itself goes by. Accesses without it may be parts of copies, but for atomic updates: those are
// of one number, of their size or of a type that does not tell it.
std::vector<TypeAccessed> types_accessed(const Instruction& access, uint64_t size) {
  const MDNode* tag = access.getMetadata(LLVMContext::MD_tbaa);
  const bool update = isa<AtomicRMWInst>(access) || isa<AtomicCmpXchgInst>(access);
  if (isa<MemIntrinsic>(access)) return {{}};
  if (!tag && update && size <= 8) return {{static_cast<uint32_t>(size), 0, 0}, {kSomeBytes, 0, 0}};
  if (!tag) return {{}};
  return {type_of_tag(*tag)};
}

}  // namespace heddle::analysis
