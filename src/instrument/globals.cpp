// @table = global [10 x i32] zeroinitializer
//   =>  @table = global { [10 x i32], [40 x i8] } zeroinitializer, align 16
//       @heddle.globals = private constant [1 x { ptr, i64, ptr }] [{ ptr @table, i64 40, ptr @"global array table" }]
//
// Left as they are: what the linker puts together (sections that the user names, common symbols), what it chooses from several
// modules (inline variables, templates: the chosen one may come without a gap), tables of the compiler (vtables, type
// information) and thread-local variables.
#include "instrument/globals.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>

#include "instrument/judgements.h"

using namespace llvm;

namespace heddle {
namespace {

bool is_compilers_own(StringRef name) {
  for (StringRef prefix :
       {"llvm.", "__llvm", "heddle.", "__heddle", "_ZTV", "_ZTI", "_ZTS", "_ZTT", "_ZGV", "switch.table", "__const."})
    if (name.starts_with(prefix)) return true;
  return false;
}

bool wants_gap(const GlobalVariable& global, const DataLayout& layout) {
  if (global.isDeclaration() || global.isThreadLocal() || global.isExternallyInitialized() ||
      global.getAddressSpace() != 0 || broken("globals-bare"))
    return false;
  if (!global.hasExternalLinkage() && !global.hasLocalLinkage()) return false;
  if (global.hasSection() || global.hasComdat() || is_compilers_own(global.getName()) || global.hasPartition())
    return false;
  Type* type = global.getValueType();
  return type->isSized() && !type->isScalableTy() && layout.getTypeAllocSize(type).getFixedValue() > 0;
}

// "global array table", "static variable count of next", "string literal".
std::string text_of(const GlobalVariable& global) {
  SmallVector<DIGlobalVariableExpression*, 1> expressions;
  global.getDebugInfo(expressions);
  const std::string shape = global.getValueType()->isArrayTy() ? "array " : "variable ";
  if (expressions.empty()) {
    auto* bytes = dyn_cast<ConstantDataSequential>(global.getInitializer());
    if (bytes && bytes->isString() && global.isConstant()) return "string literal";
    return "global " + shape + global.getName().str();
  }
  const DIGlobalVariable* variable = expressions[0]->getVariable();
  auto* function = dyn_cast_or_null<DISubprogram>(variable->getScope());
  if (variable->getName().empty()) return "string literal";
  return (function ? "static " : "global ") + shape + variable->getName().str() +
         (function ? " of " + short_name(*function) : "");
}

GlobalVariable* with_gap(GlobalVariable& global, uint64_t size, const DataLayout& layout) {
  LLVMContext& context = global.getContext();
  const uint64_t all = alignTo(alignTo(size, 8) + (size > 64 ? 64 : 32), 16);
  ArrayType* gap = ArrayType::get(Type::getInt8Ty(context), all - size);
  StructType* type = StructType::get(context, {global.getValueType(), gap});
  Constant* value = ConstantStruct::get(type, {global.getInitializer(), ConstantAggregateZero::get(gap)});
  auto* wider = new GlobalVariable(*global.getParent(), type, global.isConstant(), global.getLinkage(), value, "",
                                   &global, global.getThreadLocalMode(), global.getAddressSpace());
  wider->copyAttributesFrom(&global);
  wider->setAlignment(std::max(global.getAlign().value_or(layout.getPreferredAlign(&global)), Align(16)));
  wider->copyMetadata(&global, 0);
  wider->takeName(&global);
  global.replaceAllUsesWith(wider);
  global.eraseFromParent();
  return wider;
}

}  // namespace

GlobalTable guard_globals(Module& module, Positions& positions) {
  const DataLayout& layout = module.getDataLayout();
  SmallVector<GlobalVariable*, 32> chosen;
  for (GlobalVariable& global : module.globals())
    if (wants_gap(global, layout)) chosen.push_back(&global);
  if (chosen.empty()) return {};
  LLVMContext& context = module.getContext();
  Type *pointer = PointerType::getUnqual(context), *word = Type::getInt64Ty(context);
  StructType* type = StructType::get(context, {pointer, word, pointer});
  std::vector<Constant*> entries;
  for (GlobalVariable* global : chosen) {
    const uint64_t size = layout.getTypeAllocSize(global->getValueType()).getFixedValue();
    Constant* text = positions.text(text_of(*global));
    GlobalVariable* wider = with_gap(*global, size, layout);
    // This module's own, whatever the name stands for in the end.
    auto* own =
        GlobalAlias::create(wider->getValueType(), 0, GlobalValue::PrivateLinkage, "heddle.global", wider, &module);
    entries.push_back(ConstantStruct::get(type, {own, ConstantInt::get(word, size), text}));
  }
  ArrayType* all = ArrayType::get(type, entries.size());
  auto* table = new GlobalVariable(module, all, true, GlobalValue::PrivateLinkage, ConstantArray::get(all, entries),
                                   "heddle.globals");
  return {table, entries.size()};
}

}  // namespace heddle
