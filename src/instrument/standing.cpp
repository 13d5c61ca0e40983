//   define i32 @f(i32 %n) {             =>  %frame = alloca { ptr, ptr, i64, [1 x i64] }
//                                           %frame = { __heddle_stands, @heddle.future, 0, … }
//                                           %frame.slot0 = %n
//     call void @g()                        %frame.item = 3; __heddle_stands = %frame
//                                           call void @g()
//     ret i32 0                             __heddle_stands = %frame.previous
//                                           ret i32 0
//
// A function that is left by an exception says nothing: whoever calls next says where it stands itself.
#include "instrument/standing.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace heddle {
namespace {

// The item that a call of the rewritten function is.
class Items {
 public:
  explicit Items(const analysis::StandingPlan& plan) : accesses_(plan.accesses) {
    for (const auto& [call, item] : plan.calls)
      if (const Value* value = call) calls_.try_emplace(value, item);
  }

  std::optional<uint32_t> of(const CallBase& call) const {
    if (const auto found = calls_.find(&call); found != calls_.end()) return found->second;
    const Function* callee = call.getCalledFunction();
    if (!callee || !callee->getName().starts_with("__heddle_")) return {};
    for (const Use& argument : call.args())
      if (const auto* constant = dyn_cast<Constant>(argument))
        if (const auto found = accesses_.find(constant); found != accesses_.end()) return found->second;
    return {};
  }

 private:
  const std::map<const Constant*, uint32_t>& accesses_;
  DenseMap<const Value*, uint32_t> calls_;
};

}  // namespace

void tell_standing(const analysis::StandingPlan& plan) {
  Function& function = *plan.function;
  Module& module = *function.getParent();
  LLVMContext& context = module.getContext();
  Type *pointer = PointerType::get(context, 0), *wide = Type::getInt64Ty(context);
  Constant* stands = module.getOrInsertGlobal("__heddle_stands", pointer);
  auto* type = StructType::get(context, {pointer, pointer, wide, ArrayType::get(wide, plan.slots.size())});

  SmallVector<std::pair<CallBase*, uint32_t>, 32> calls;
  SmallVector<Instruction*, 8> ends;
  const Items items(plan);
  for (Instruction& i : instructions(function)) {
    if (auto* call = dyn_cast<CallBase>(&i))
      if (const auto item = items.of(*call)) calls.emplace_back(call, *item);
    if (isa<ReturnInst>(i) || isa<ResumeInst>(i)) ends.push_back(&i);
  }

  BasicBlock& entry = function.getEntryBlock();
  IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
  auto* frame = builder.CreateAlloca(type, nullptr, "heddle.standing");
  while (isa<AllocaInst>(*builder.GetInsertPoint()))
    builder.SetInsertPoint(&entry, std::next(builder.GetInsertPoint()));
  const auto field = [&](IRBuilder<>& at, unsigned i) { return at.CreateStructGEP(type, frame, i); };
  const auto put = [&](IRBuilder<>& at, Value* value, Value* to) { at.CreateStore(value, to, true); };
  Value* previous = builder.CreateLoad(pointer, stands, true);
  put(builder, previous, field(builder, 0));
  put(builder, plan.record, field(builder, 1));
  put(builder, builder.getInt64(0), field(builder, 2));
  put(builder, frame, stands);
  const auto slot = [&](IRBuilder<>& at, size_t i) {
    return at.CreateInBoundsGEP(wide, field(at, 3), {at.getInt64(i)});
  };
  for (size_t i = 0; i < plan.slots.size(); ++i) put(builder, builder.getInt64(facts::kNoValue), slot(builder, i));

  for (size_t i = 0; i < plan.slots.size(); ++i) {
    Value* value = plan.slots[i];
    if (!value) continue;  // gone
    IRBuilder<> at(context);
    if (auto* instruction = dyn_cast<Instruction>(value)) {
      const auto after = instruction->getInsertionPointAfterDef();
      if (!after) continue;
      at.SetInsertPoint(instruction->getParent() == &entry && isa<AllocaInst>(instruction) ? builder.GetInsertPoint()
                                                                                           : *after);
    } else {
      at.SetInsertPoint(&entry, builder.GetInsertPoint());
    }
    if (at.GetInsertBlock() == nullptr) continue;
    Value* number = value->getType()->isPointerTy() ? at.CreatePtrToInt(value, wide) : at.CreateZExt(value, wide);
    put(at, number, slot(at, i));
  }
  for (auto [call, item] : calls) {
    IRBuilder<> at(call);
    put(at, at.getInt64(item), field(at, 2));
    put(at, frame, stands);
  }
  for (Instruction* end : ends) {
    IRBuilder<> at(end);
    put(at, previous, stands);
  }
}

}  // namespace heddle
