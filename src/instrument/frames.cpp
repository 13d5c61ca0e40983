// A local that only its function accesses is nobody's business. One whose address goes to a call (of the runtime, or of a
// function that accesses it by way of the runtime) has a life that the runtime must know of: the memory was another local's
// before, and will be.
//
//   %work = alloca %struct.work               =>  %block = alloca [96 x i8], align 16
//   %buffer = alloca [20 x i8]                    %work = getelementptr i8, ptr %block, i64 16
//                                                 %buffer = getelementptr i8, ptr %block, i64 48
//                                                 call void @__heddle_frame_begin(ptr %block, ptr @heddle.frame)
//   ...                                           ...
//   ret void                                      call void @__heddle_frame_end(ptr %block, ptr @heddle.ends)
//                                                 ret void
//
// With marks of its scope a local lives from mark to mark, which become calls; the marks go, so that its place stays its own. A
// function that is left by an exception or a longjmp says nothing; where control arrives (landing pads, after setjmp) the
// runtime is told to look which frames are gone. What alloca gives at run time ends with the function, or where the stack is
// given back:
//
//   %room = alloca i8, i64 %n                 =>  %all = alloca i8, i64 (%n + 64), align 16
//                                                 %room = getelementptr i8, ptr %all, i64 32
//                                                 call void @__heddle_dynamic_begin(ptr %room, i64 %n, ptr @pos)
//   call void @llvm.stackrestore(ptr %top)    =>  call void @__heddle_dynamic_end(ptr %top)
//                                                 call void @llvm.stackrestore(ptr %top)
//
// An argument passed by value is copied to the block first.
#include "instrument/frames.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Local.h>

#include "instrument/judgements.h"
#include "instrument/variable_names.h"
#include "runtime/abi.h"

using namespace llvm;

namespace heddle {
namespace {

bool is_fixed(const AllocaInst& local, const DataLayout& layout) {
  const auto size = local.getAllocationSize(layout);
  return local.isStaticAlloca() && size && !size->isScalable();
}
bool is_followed(const AllocaInst& local) {
  return !local.isSwiftError() && !local.isUsedWithInAlloca() && local.getAddressSpace() == 0 &&
         !local.getAllocatedType()->isScalableTy() && !local.getName().starts_with("heddle.");
}

bool is_bounds_failure(const CallInst& call) {
  const Function* called = call.getCalledFunction();
  return called && called->getName() == "__heddle_beyond";
}

// Goes to a call, or to somewhere that is not followed. Accesses of the function itself do not.
bool goes_elsewhere(const Value& pointer) {
  for (const User* user : pointer.users()) {
    if (isa<LoadInst>(user) || isa<CmpInst>(user)) continue;
    if (auto* store = dyn_cast<StoreInst>(user); store && store->getValueOperand() != &pointer) continue;
    if (isa<AtomicRMWInst>(user) || isa<AtomicCmpXchgInst>(user)) continue;
    if (isa<GetElementPtrInst>(user) || isa<BitCastInst>(user)) {
      if (goes_elsewhere(*user)) return true;
      continue;
    }
    if (auto* call = dyn_cast<CallInst>(user); call && is_bounds_failure(*call)) continue;
    if (auto* intrinsic = dyn_cast<IntrinsicInst>(user)) {
      if (intrinsic->isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(intrinsic) || isa<MemIntrinsic>(intrinsic))
        continue;
    }
    return true;
  }
  return false;
}

struct Local {
  AllocaInst* alloca;
  uint64_t size, offset;
  uint32_t flags;
  SmallVector<IntrinsicInst*, 4> marks;  // of its scope
  std::string name;
  DebugLoc declared;
};

class Frame {
 public:
  Frame(Function& function, const Escaping& escaping, Rewriter& rewriter)
      : function_(function), escaping_(escaping), rewriter_(rewriter) {}

  void tell() {
    copy_arguments();
    for (Instruction& instruction : instructions(function_))
      if (auto* alloca = dyn_cast<AllocaInst>(&instruction); alloca && is_followed(*alloca) && goes_elsewhere(*alloca))
        is_fixed(*alloca, rewriter_.layout) ? add(*alloca) : dynamic_.push_back(alloca);
    if (locals_.empty() && dynamic_.empty()) return tell_arrivals();
    lay_out();
    make_block();
    for (size_t i = 0; i < locals_.size(); ++i) move(i);
    tell_ends();
    for (AllocaInst* alloca : dynamic_) tell_dynamic(*alloca);
    tell_arrivals();
  }

 private:
  void copy_arguments() {
    for (Argument& argument : function_.args()) {
      if (!argument.hasByValAttr() || !goes_elsewhere(argument)) continue;
      Type* type = argument.getParamByValType();
      IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
      auto* copy = builder.CreateAlloca(type, nullptr, argument.getName());
      copy->setAlignment(std::max(argument.getParamAlign().valueOrOne(), rewriter_.layout.getABITypeAlign(type)));
      argument.replaceAllUsesWith(copy);
      builder.SetInsertPoint(function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      builder.CreateMemCpy(copy, copy->getAlign(), &argument, argument.getParamAlign(),
                           rewriter_.layout.getTypeAllocSize(type).getFixedValue());
      if (escaping_.contains(&argument)) copied_escaping_.insert(copy);
    }
  }

  void add(AllocaInst& alloca) {
    const uint64_t size = alloca.getAllocationSize(rewriter_.layout)->getFixedValue();
    if (size == 0) return;
    Local local{&alloca, size, 0, 0, {}, name_of(alloca), {}};
    if (escaping_.contains(&alloca) || copied_escaping_.contains(&alloca)) local.flags |= HEDDLE_LOCAL_ESCAPES;
    bool begins = false, ends = false;
    for (User* user : alloca.users())
      if (auto* mark = dyn_cast<IntrinsicInst>(user); mark && mark->isLifetimeStartOrEnd()) {
        local.marks.push_back(mark);
        (mark->getIntrinsicID() == Intrinsic::lifetime_start ? begins : ends) = true;
      }
    if (begins && ends && !broken("scopes-missing")) local.flags |= HEDDLE_LOCAL_SCOPED;
    for (DbgVariableRecord* record : findDVRDeclares(&alloca)) local.declared = record->getDebugLoc();
    locals_.push_back(std::move(local));
  }

  std::string name_of(AllocaInst& alloca) const {
    const DILocalVariable* variable = variable_in_memory(&alloca);
    return variable ? variable->getName().str() : variable_name(&alloca, rewriter_.layout);
  }

  // A local that may begin anywhere ends where a granule does, so that an access behind it is noticed at its first byte.
  void lay_out() {
    uint64_t at = 0;
    for (Local& local : locals_) {
      const Align align = local.alloca->getAlign();
      align_ = std::max(align_, align);
      if (!broken("gaps-missing")) at += local.size > 64 ? 32 : 16;
      if (align < Align(8)) {
        at = alignTo(at, 8) + (8 - local.size % 8) % 8;
        at = alignDown(at, align.value());
      } else {
        at = alignTo(at, align);
      }
      local.offset = at;
      at = alignTo(at + local.size, 8);
      gap_ = local.size > 64 ? 32 : 16;
    }
    size_ = alignTo(at + gap_, 16);
  }

  void make_block() {
    BasicBlock& entry = function_.getEntryBlock();
    IRBuilder<> builder(&entry, entry.begin());
    block_ = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), size_), nullptr, "heddle.block");
    block_->setAlignment(align_);
    Type* pointer = builder.getPtrTy();
    local_type_ = StructType::get(builder.getContext(),
                                  {pointer, builder.getInt64Ty(), builder.getInt32Ty(), builder.getInt32Ty()});
    std::vector<Constant*> entries;
    for (const Local& local : locals_)
      entries.push_back(ConstantStruct::get(
          local_type_, {rewriter_.positions.at(local.declared.get(), function_, local.name),
                        builder.getInt64(local.size), builder.getInt32(local.offset), builder.getInt32(local.flags)}));
    table_type_ = ArrayType::get(local_type_, entries.size());
    table_ = constant(ConstantArray::get(table_type_, entries));
    Constant* frame = ConstantStruct::getAnon({table_, builder.getInt64(size_), builder.getInt64(entries.size())});
    name_block();
    builder.SetInsertPoint(entry.getFirstNonPHIOrDbgOrAlloca());
    builder.SetCurrentDebugLocation(location_of_entry());
    begin_ = rewriter_.runtime.call(builder, "__heddle_frame_begin", builder.getVoidTy(), {block_, constant(frame)});
  }

  // Reports ask llvm-symbolizer where locals are in a frame, and it knows those with a stack slot of their own. So the block is
  // a variable to it, whose name says what is where in the block: "heddle.locals 16:7:work 48:8:buffer", with the lines.
  void name_block() {
    DISubprogram* subprogram = function_.getSubprogram();
    if (!subprogram || locals_.empty() || !subprogram->getUnit() ||
        subprogram->getUnit()->getEmissionKind() != DICompileUnit::FullDebug)
      return;
    std::string name = HEDDLE_BLOCK_NAME;
    for (const Local& local : locals_)
      if (const DILocalVariable* variable = variable_in_memory(local.alloca))
        name += (" " + Twine(local.offset) + ":" + Twine(variable->getLine()) + ":" + variable->getName()).str();
    DIBuilder debug(rewriter_.module, /*AllowUnresolved=*/false);
    DIType* byte = debug.createBasicType("char", 8, dwarf::DW_ATE_signed_char);
    DILocalVariable* block =
        debug.createAutoVariable(subprogram, name, subprogram->getFile(), subprogram->getLine(), byte,
                                 /*AlwaysPreserve=*/true, DINode::FlagArtificial);
    debug.insertDeclare(block_, block, debug.createExpression(), location_of_entry().get(), block_->getNextNode());
  }

  DebugLoc location_of_entry() const {
    DISubprogram* subprogram = function_.getSubprogram();
    if (!subprogram) return {};
    return DILocation::get(function_.getContext(), subprogram->getScopeLine(), 0, subprogram);
  }

  GlobalVariable* constant(Constant* value) {
    return new GlobalVariable(rewriter_.module, value->getType(), true, GlobalValue::PrivateLinkage, value,
                              "heddle.frame");
  }

  Value* entry_of(size_t index) const {
    Constant* at[] = {ConstantInt::get(Type::getInt32Ty(function_.getContext()), 0),
                      ConstantInt::get(Type::getInt32Ty(function_.getContext()), index)};
    return ConstantExpr::getInBoundsGetElementPtr(table_type_, table_, at);
  }

  void move(size_t index) {
    Local& local = locals_[index];
    IRBuilder<> builder(begin_);
    Value* place =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), block_, local.offset, local.alloca->getName());
    for (IntrinsicInst* mark : local.marks) {
      if (local.flags & HEDDLE_LOCAL_SCOPED) {
        builder.SetInsertPoint(mark);
        if (mark->getIntrinsicID() == Intrinsic::lifetime_start)
          rewriter_.runtime.call(builder, "__heddle_scope_begin", builder.getVoidTy(), {place, entry_of(index)});
        else if (local.flags & HEDDLE_LOCAL_ESCAPES)
          rewriter_.runtime.call(builder, "__heddle_scope_end", builder.getVoidTy(),
                                 {place, entry_of(index), rewriter_.positions.of(*mark, local.name)});
      }
      mark->eraseFromParent();
    }
    DIBuilder debug(rewriter_.module, /*AllowUnresolved=*/false);
    replaceDbgDeclare(local.alloca, block_, debug, DIExpression::ApplyOffset, static_cast<int>(local.offset));
    local.alloca->replaceAllUsesWith(place);
    local.alloca->eraseFromParent();
  }

  // Where the function returns, or another one takes its place.
  void tell_ends() {
    for (BasicBlock& block : function_) {
      auto* leaves = dyn_cast<ReturnInst>(block.getTerminator());
      if (!leaves || broken("ends-missing")) continue;
      Instruction* before = leaves;
      if (CallInst* instead = block.getTerminatingMustTailCall()) before = instead;
      std::vector<std::string> names;
      for (const Local& local : locals_) names.push_back(local.name);
      IRBuilder<> builder(before);
      rewriter_.runtime.call(builder, "__heddle_frame_end", builder.getVoidTy(),
                             {block_, rewriter_.positions.of_each(*before, names)});
    }
  }

  void tell_dynamic(AllocaInst& alloca) {
    IRBuilder<> builder(&alloca);
    const uint64_t element = rewriter_.layout.getTypeAllocSize(alloca.getAllocatedType()).getFixedValue();
    Value* count = builder.CreateZExtOrTrunc(alloca.getArraySize(), builder.getInt64Ty());
    Value* size = builder.CreateMul(count, builder.getInt64(element));
    const Align align = std::max(alloca.getAlign(), Align(16));
    // The gap in front must not spoil the alignment.
    const uint64_t front = alignTo(HEDDLE_GAP, align);
    auto* all =
        builder.CreateAlloca(builder.getInt8Ty(), builder.CreateAdd(size, builder.getInt64(front + HEDDLE_GAP + 16)));
    all->setAlignment(align);
    Value* room = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), all, front, alloca.getName());
    rewriter_.runtime.call(builder, "__heddle_dynamic_begin", builder.getVoidTy(),
                           {room, size, rewriter_.positions.of(alloca, name_of(alloca))});
    DIBuilder debug(rewriter_.module, /*AllowUnresolved=*/false);
    replaceDbgDeclare(&alloca, all, debug, DIExpression::ApplyOffset, static_cast<int>(front));
    alloca.replaceAllUsesWith(room);
    alloca.eraseFromParent();
    dynamic_told_ = true;
  }

  void tell_arrivals() {
    SmallVector<Instruction*, 8> after;
    for (Instruction& instruction : instructions(function_)) {
      if (isa<LandingPadInst>(instruction)) after.push_back(instruction.getNextNode());
      auto* call = dyn_cast<CallInst>(&instruction);
      if (!call) continue;
      if (call->canReturnTwice()) after.push_back(call->getNextNode());
      if (dynamic_told_ && call->getIntrinsicID() == Intrinsic::stackrestore) {
        IRBuilder<> builder(call);
        rewriter_.runtime.call(builder, "__heddle_dynamic_end", builder.getVoidTy(), {call->getArgOperand(0)});
      }
    }
    for (Instruction* instruction : after) {
      if (broken("arrivals-missing")) break;
      IRBuilder<> builder(instruction);
      rewriter_.runtime.call(builder, "__heddle_unwound", builder.getVoidTy(), {});
    }
  }

  Function& function_;
  const Escaping& escaping_;
  Rewriter& rewriter_;
  SmallVector<Local, 8> locals_;
  SmallVector<AllocaInst*, 2> dynamic_;
  SmallPtrSet<const Value*, 2> copied_escaping_;
  Align align_{16};
  uint64_t gap_ = 16, size_ = 0;
  AllocaInst* block_ = nullptr;
  Instruction* begin_ = nullptr;
  StructType* local_type_ = nullptr;
  ArrayType* table_type_ = nullptr;
  GlobalVariable* table_ = nullptr;
  bool dynamic_told_ = false;
};

}  // namespace

Escaping escaping_locals(Function& function, Sharing& sharing) {
  Escaping escaping;
  for (Argument& argument : function.args())
    if (argument.hasByValAttr() && !sharing.is_private(&argument, true)) escaping.insert(&argument);
  for (Instruction& instruction : instructions(function))
    if (isa<AllocaInst>(instruction) && !sharing.is_private(&instruction, true)) escaping.insert(&instruction);
  return escaping;
}

void tell_lives(Function& function, const Escaping& escaping, Rewriter& rewriter) {
  if (!broken("lives-missing")) Frame(function, escaping, rewriter).tell();
}

}  // namespace heddle
