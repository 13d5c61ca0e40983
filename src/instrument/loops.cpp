// A thread that goes round a loop, finds the same values in memory and leaves none of its own behind will do so
// for ever, until another thread writes something. The runtime can see that, if it is told where an iteration
// begins and what the loop carries from one iteration to the next.
//
// What is carried: the phi nodes of the header, and locals that stayed in memory (all of them at -O0). The
// values of both are hashed into `state`. Shared memory needs no hashing: the runtime sees those accesses.
// Anything else that could be carried (a library's state, large locals) makes the loop inexact. Values that only
// decide how to wait do not count: pacing.cpp.
//
// Left out are loops that cannot spin: those that store to shared memory in every iteration, those that neither
// read shared memory nor call anything, and those whose number of iterations is bounded on entry. One that stores in every
// iteration may still wait for another thread; it tells where its iterations begin, and no more.
//
//   header:                                     header:
//     %i = phi i32 [0, %entry], [%j, %latch] =>   %i = phi i32 [0, %entry], [%j, %latch]
//                                                 %flags = phi i32 [3, %entry], [1, %latch]
//                                                 %state = ... hash of %i
//                                                 call void @__heddle_loop(@pos, i64 %state, i32 %flags, ptr %frame)
#include "instrument/loops.h"

#include <llvm/IR/IRBuilder.h>

#include "instrument/follow.h"
#include "instrument/judgements.h"
#include "instrument/laps.h"
#include "instrument/pacing.h"
#include "instrument/waiting.h"
#include "runtime/abi.h"

using namespace llvm;

namespace heddle {
namespace {

constexpr uint64_t kMaxLocalBytes = 64;

class LoopMarker {
 public:
  LoopMarker(Loop& loop, const FunctionAnalyses& analyses, const PostDominatorTree& post_dominators, const Plan& plan,
             CallEffects& effects, Sharing& sharing, Rewriter& rewriter)
      : loop_(loop), analyses_(analyses), post_dominators_(post_dominators), plan_(plan), effects_(effects),
        sharing_(sharing), rewriter_(rewriter) {}

  enum class Kind : uint8_t {
    kEnds,     // after some time
    kEndless,  // may go round for ever, but each iteration does something
    kSpins,    // or nothing
  };
  Kind judge() {
    // Some block is in every iteration that stores: then each iteration changes memory. But a loop that takes or tries locks
    // may put back what it stores, as std::lock does with what it notes of the locks it holds, or store the same again; and one
    // that loads atomically may store what it finds, as a queue does that keeps a copy of the other side's index. What it stores
    // to locals that begin in it, such as the arguments of a call, is gone when it comes round.
    bool looks = false, stores = false, tries = false;
    for (BasicBlock* block : loop_.blocks()) {
      const bool always = in_every_iteration(*block);
      for (Instruction& instruction : *block) {
        if (plan_.contains(instruction)) {
          stores |=
              isa<StoreInst>(instruction) && always && !starts_anew(*cast<StoreInst>(instruction).getPointerOperand());
          looks |= instruction.mayReadFromMemory();
          tries |= isa<LoadInst>(instruction) && instruction.isAtomic();
        } else if (auto* call = dyn_cast<CallBase>(&instruction)) {
          const Function* callee = call->getCalledFunction();
          tries |= callee && callee->getName().contains("lock");
          looks |= call->getIntrinsicID() == Intrinsic::not_intrinsic && !call->isInlineAsm() && !call->doesNotReturn();
        }
      }
    }
    if (!looks || !isa<SCEVCouldNotCompute>(analyses_.evolution.getSymbolicMaxBackedgeTakenCount(&loop_)))
      return Kind::kEnds;
    return stores && !tries ? Kind::kEndless : Kind::kSpins;
  }

  void find_carried() {
    exact_ = judging() && !loop_.getHeader()->isEHPad();
    if (!exact_) return;
    find_carried_locals();
    for (PHINode& phi : loop_.getHeader()->phis()) {
      if (is_pacing(phi, loop_, post_dominators_, plan_)) continue;
      if (!can_combine(*phi.getType())) exact_ = false;
      else if (broken("phis-not-carried")) continue;
      phis_.push_back(&phi);
    }
    exact_ |= broken("always-exact");
  }

  Loop& loop() { return loop_; }

  void mark_rounds() {
    BasicBlock& header = *loop_.getHeader();
    IRBuilder<> builder(&header, header.getFirstInsertionPt());
    rewriter_.runtime.call(builder, "__heddle_round", builder.getVoidTy(),
                           {rewriter_.positions.at(location(), *header.getParent())});
  }

  void mark() {
    BasicBlock& header = *loop_.getHeader();
    IRBuilder<> builder(&header, header.getFirstInsertionPt());
    Value* state = builder.getInt64(0);
    for (PHINode* phi : phis_) {
      settle(*phi);
      if (exact_ && can_combine(*phi->getType())) state = combine_value(builder, state, phi);
    }
    for (const AllocaInst* local : locals_)
      if (exact_) state = combine_local(builder, state, const_cast<AllocaInst*>(local));
    Value* frame = builder.CreateIntrinsic(Intrinsic::frameaddress, {builder.getPtrTy()}, {builder.getInt32(0)});
    Constant* position = rewriter_.positions.at(location(), *header.getParent());
    rewriter_.runtime.call(builder, "__heddle_loop", builder.getVoidTy(),
                           {position, exact_ ? state : builder.getInt64(0), flags(header), frame});
  }

 private:
  bool in_every_iteration(BasicBlock& block) {
    SmallVector<BasicBlock*, 4> latches;
    loop_.getLoopLatches(latches);
    for (BasicBlock* latch : latches)
      if (!analyses_.dominators.dominates(&block, latch)) return false;
    return true;
  }

  void find_carried_locals() {
    for (BasicBlock* block : loop_.blocks())
      for (Instruction& instruction : *block) {
        auto* call = dyn_cast<CallBase>(&instruction);
        if (call && !effects_.visible(*call)) exact_ = false;
        if (plan_.contains(instruction)) {
          if (call && !call->isInlineAsm() && is_atomic_function(*call)) carries_operands(*call);
          continue;
        }
        if (call) {
          if (auto* intrinsic = dyn_cast<MemIntrinsic>(call)) carries(intrinsic->getRawDest());
          else if (is_waiting(*call)) carries_locals_of(*call);
          else if (writes_unseen(*call)) carries_private_operands(*call);
        } else if (auto* store = dyn_cast<StoreInst>(&instruction)) {
          carries(store->getPointerOperand());
        } else if (auto* rmw = dyn_cast<AtomicRMWInst>(&instruction)) {
          carries(rmw->getPointerOperand());
        } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
          carries(exchange->getPointerOperand());
        }
      }
  }

  // An uninstrumented write to what `pointer` points into.
  void carries(const Value* pointer) {
    if (broken("locals-not-carried")) return;
    for (const Value* object : objects_of(pointer)) {
      auto* local = dyn_cast<AllocaInst>(object);
      if (!local || !local->isStaticAlloca()) {
        exact_ = false;
        return;
      }
      if (begins_in_loop(*local) || is_pacing(*local, loop_, post_dominators_, plan_)) continue;
      const auto size = local->getAllocationSize(rewriter_.layout);
      if (!size || size->isScalable() || size->getFixedValue() > kMaxLocalBytes) exact_ = false;
      if (!is_contained(locals_, local)) locals_.push_back(local);
    }
  }

  // nanosleep may say in one of its operands how much of the time is left.
  void carries_locals_of(const CallBase& call) {
    for (const Value* argument : call.args())
      if (const AllocaInst* local = local_behind(argument)) carries(local);
  }

  // Code that is not instrumented, and writes through its operands at most.
  static bool writes_unseen(const CallBase& call) {
    if (is_marker(call) || call.onlyReadsMemory()) return false;
    const Function* callee = call.getCalledFunction();
    return call.isInlineAsm() || (callee && callee->isDeclaration());
  }

  // A buffer that a library function fills, unless other threads can see it: then its accesses are events.
  void carries_private_operands(const CallBase& call) {
    for (const Use& argument : call.args())
      if (argument->getType()->isPointerTy() && !call.onlyReadsMemory(call.getArgOperandNo(&argument)) &&
          sharing_.is_private(argument, true))
        carries(argument);
  }

  // libatomic's functions return values through memory, such as what a failed compare-exchange found.
  void carries_operands(const CallBase& call) {
    const unsigned object = call.getArgOperand(0)->getType()->isPointerTy() ? 0 : 1;
    for (unsigned i = object + 1; i < call.arg_size(); ++i)
      if (call.getArgOperand(i)->getType()->isPointerTy()) carries(call.getArgOperand(i));
  }

  // A local declared inside the loop body starts anew in every iteration.
  bool begins_in_loop(const AllocaInst& local) const {
    for (const User* user : local.users())
      if (auto* intrinsic = dyn_cast<IntrinsicInst>(user))
        if (intrinsic->getIntrinsicID() == Intrinsic::lifetime_start && loop_.contains(intrinsic)) return true;
    return false;
  }

  // A store to such a local is gone at the end of the iteration.
  bool starts_anew(const Value& pointer) const {
    for (const Value* object : objects_of(&pointer))
      if (auto* local = dyn_cast<AllocaInst>(object); !local || !begins_in_loop(*local)) return false;
    return true;
  }

  // An undefined value may be anything, and is now zero: what is hashed must not differ between runs.
  static void settle(PHINode& phi) {
    for (Use& incoming : phi.incoming_values())
      if (isa<UndefValue>(incoming)) incoming.set(Constant::getNullValue(phi.getType()));
  }

  Value* combine(IRBuilder<>& builder, Value* state, Value* integer) {
    Value* high = nullptr;
    if (integer->getType()->getIntegerBitWidth() > 64)
      high = broken("high-halves-lost") ? nullptr
                                        : builder.CreateTrunc(builder.CreateLShr(integer, 64), builder.getInt64Ty());
    if (following_values()) {  // its term is filled in later (follow.cpp)
      rewriter_.runtime.call(builder, "__heddle_loop_carries", builder.getVoidTy(),
                             {builder.CreateZExtOrTrunc(integer, builder.getInt64Ty()), builder.getInt32(0)});
      return high ? combine(builder, state, high) : state;
    }
    Value* mixed = builder.CreateXor(state, builder.CreateZExtOrTrunc(integer, builder.getInt64Ty()));
    mixed = builder.CreateMul(mixed, builder.getInt64(0xd6e8feb86659fd93ull));
    mixed = builder.CreateXor(mixed, builder.CreateLShr(mixed, 32));
    return high ? combine(builder, mixed, high) : mixed;
  }

  // Integers and their like, and structures of those, such as the result of a compare-exchange.
  bool can_combine(Type& type) {
    if (auto* structure = dyn_cast<StructType>(&type))
      return all_of(structure->elements(), [&](Type* element) { return can_combine(*element); });
    return fits_integer(&type, rewriter_.layout);
  }

  Value* combine_value(IRBuilder<>& builder, Value* state, Value* value) {
    auto* structure = dyn_cast<StructType>(value->getType());
    if (!structure) return combine(builder, state, to_integer(builder, value, rewriter_.layout));
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      state = combine_value(builder, state, builder.CreateExtractValue(value, i));
    return state;
  }

  Value* combine_local(IRBuilder<>& builder, Value* state, AllocaInst* local) {
    if (following_values()) {
      const uint64_t size = local->getAllocationSize(rewriter_.layout)->getFixedValue();
      rewriter_.runtime.call(builder, "__heddle_loop_carries_local", builder.getVoidTy(),
                             {local, builder.getInt64(size)});
      return state;
    }
    uint64_t bytes = local->getAllocationSize(rewriter_.layout)->getFixedValue();
    for (uint64_t offset = 0; offset < bytes;) {
      const uint64_t piece = bytes - offset >= 8 ? 8 : bytes - offset >= 4 ? 4 : bytes - offset >= 2 ? 2 : 1;
      Value* address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), local, offset);
      state = combine(builder, state, builder.CreateAlignedLoad(builder.getIntNTy(piece * 8), address, Align(1)));
      offset += piece;
    }
    return state;
  }

  Value* flags(BasicBlock& header) {
    const uint32_t always = (exact_ ? HEDDLE_LOOP_EXACT : 0) | (following_values() ? HEDDLE_LOOP_FOLLOWED : 0) |
                            (judging() && is_std_lock() ? HEDDLE_LOOP_BACKS_OFF : 0);
    IRBuilder<> builder(&header, header.begin());
    PHINode* phi = builder.CreatePHI(builder.getInt32Ty(), 2);
    for (BasicBlock* from : predecessors(&header))
      phi->addIncoming(
          builder.getInt32(loop_.contains(from) || broken("entries-not-told") ? always : always | HEDDLE_LOOP_FIRST),
          from);
    return phi;
  }

  // Of libstdc++'s std::lock, wherever it was inlined.
  bool is_std_lock() {
    const DILocation* at = location();
    const DISubprogram* function = at ? at->getScope()->getSubprogram() : nullptr;
    if (!function) return false;
    const StringRef name = function->getLinkageName();
    return name.starts_with("_ZSt4lockI") || name.starts_with("_ZNSt8__detail11__lock_implI");
  }

  const DILocation* location() {
    if (DebugLoc start = loop_.getStartLoc()) return start;
    for (BasicBlock* block : loop_.blocks())
      for (Instruction& instruction : *block)
        if (instruction.getDebugLoc()) return instruction.getDebugLoc();
    return nullptr;
  }

  Loop& loop_;
  const FunctionAnalyses& analyses_;
  const PostDominatorTree& post_dominators_;
  const Plan& plan_;
  CallEffects& effects_;
  Sharing& sharing_;
  Rewriter& rewriter_;
  bool exact_ = true;                         // nothing unknown is carried
  SmallVector<PHINode*, 8> phis_;             // of the header, without those that only pace it
  SmallVector<const AllocaInst*, 8> locals_;  // locals in memory that an iteration writes
};

}  // namespace

void mark_loops(const FunctionAnalyses& analyses, const Plan& plan, CallEffects& effects, Sharing& sharing,
                Rewriter& rewriter) {
  // All are judged before any is changed: the calls inserted must not count as calls in the loops around them.
  if (analyses.loops.empty()) return;
  const PostDominatorTree post_dominators(*(*analyses.loops.begin())->getHeader()->getParent());
  SmallVector<LoopMarker, 8> markers, endless;
  for (Loop* loop : analyses.loops.getLoopsInPreorder()) {
    LoopMarker marker(*loop, analyses, post_dominators, plan, effects, sharing, rewriter);
    const LoopMarker::Kind kind = marker.judge();
    if (kind == LoopMarker::Kind::kSpins) marker.find_carried();
    if (kind != LoopMarker::Kind::kEnds) (kind == LoopMarker::Kind::kSpins ? markers : endless).push_back(marker);
  }
  for (LoopMarker& marker : markers) marker.mark();
  for (LoopMarker& marker : endless) marker.mark_rounds();
  if (!telling_states()) return;
  for (LoopMarker& marker : markers) mark_lap(marker.loop(), analyses.loops, rewriter.runtime);
  for (LoopMarker& marker : endless) mark_lap(marker.loop(), analyses.loops, rewriter.runtime);
}

}  // namespace heddle
