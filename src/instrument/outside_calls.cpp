// A library function with effects on memory or on hidden state:
//
//   %n = call i32 @sscanf(ptr %text, ptr %format, ptr %x)
//     =>  store i64 … for each argument, to a local array %words
//         call void @__heddle_outside_begin(ptr @site, ptr %words, i32 3)
//         %n = call i32 @sscanf(ptr %text, ptr %format, ptr %x)
//         call void @__heddle_outside_end(ptr @site, ptr %words, i32 3, i64 %result)
//
// A function of which nothing is known, or that is called through a pointer:
//
//   call void %f()
//     =>  %mark = load i64, ptr (%f - 8)
//         br i1 (%mark == HEDDLE_MARK), label %go, label %ask
//       ask:
//         call void @__heddle_calls(ptr %f, ptr @site)
//       go:
//         call void %f()
//
// Functions that the linker may take from another object file are asked about likewise, since that one need not be instrumented.
// A library function whose address is taken gets a thunk that calls it, so that the effects of calls through pointers are seen.
#include "instrument/outside_calls.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstdlib>
#include <map>

#include "instrument/follow_inputs.h"
#include "instrument/input_functions.h"
#include "outside/table.h"
#include "runtime/abi.h"

using namespace llvm;

namespace heddle {
namespace {

struct Entry {
  std::string text;
  outside::Effects effects;  // refers to `text`
  bool pattern = false;
};

// HEDDLE_OUTSIDE holds lines NAMES : EFFECTS, as the table has them, or names a file with them. A name is a symbol, or a name as it
// is written in C++, without parameters.
class UserTable {
 public:
  UserTable() {
    const char* given = std::getenv("HEDDLE_OUTSIDE");
    if (!given || !*given) return;
    std::unique_ptr<MemoryBuffer> file;
    StringRef text = given;
    if (!text.contains(" : ")) {
      auto read = MemoryBuffer::getFile(given);
      if (!read) report_fatal_error(Twine("cannot read ") + given + ": " + read.getError().message(), false);
      file = std::move(*read);
      text = file->getBuffer();
    }
    SmallVector<StringRef, 16> lines;
    text.split(lines, '\n', -1, false);
    for (StringRef line : lines) {
      const auto [names, effects] = line.split(" : ");
      SmallVector<StringRef, 4> each;
      names.split(each, ' ', -1, false);
      for (StringRef name : each) rows_.emplace_back(name.str(), effects.trim().str());
    }
  }
  const std::string* find(StringRef symbol) const {
    if (rows_.empty()) return nullptr;
    const std::string written = demangle(symbol.str());
    const std::string_view plain = std::string_view(written).substr(0, written.find('('));
    for (const auto& [name, effects] : rows_)
      if (outside::fits(name, std::string_view(symbol)) || outside::fits(name, plain)) return &effects;
    return nullptr;
  }

 private:
  std::vector<std::pair<std::string, std::string>> rows_;
};

const Entry* look_up(StringRef symbol) {
  static const UserTable users;
  static std::map<std::string, Entry, std::less<>> known;
  const std::string_view name(symbol.data(), symbol.size());
  if (auto at = known.find(name); at != known.end()) return at->second.text.empty() ? nullptr : &at->second;
  Entry& entry = known[std::string(name)];
  if (const std::string* text = users.find(symbol)) {
    entry.text = *text;
  } else if (const outside::Row* row = outside::find_row(name)) {
    entry.text = row->effects;
    entry.pattern = outside::is_pattern(*row);
  }
  if (entry.text.empty()) return nullptr;
  if (const char* wrong = outside::parse_effects(entry.text, &entry.effects))
    report_fatal_error(Twine("effects of ") + symbol + ": '" + entry.text + "': " + wrong, false);
  return &entry;
}

// Only in this module, or in no other that could take its place.
bool is_certainly_ours(const Function& function) {
  return !function.isDeclaration() && !function.isInterposable() && !function.hasLinkOnceODRLinkage() &&
         !function.hasWeakODRLinkage();
}

// Not if it works only on memory behind pointers that are null here: the attributes of a mutex, say.
bool may_do_something(const CallBase& call, const outside::Effects& effects) {
  using What = outside::Effect::What;
  for (int i = 0; i < effects.count; ++i) {
    const outside::Effect& e = effects.list[i];
    const bool memory = e.what == What::kReads || e.what == What::kWrites || e.what == What::kEdits;
    if (!memory || e.argument > call.arg_size() || !isa<ConstantPointerNull>(call.getArgOperand(e.argument - 1u)))
      return true;
  }
  return false;
}

enum class Treatment { kNone, kEnclose, kAsk };

Treatment treatment_of(const CallBase& call) {
  if (call.isInlineAsm() || call.isMustTailCall()) return Treatment::kNone;
  const Function* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  if (!callee) return Treatment::kAsk;
  if (callee->isIntrinsic() || is_certainly_ours(*callee) || is_string_function(call) || is_atomic_function(call))
    return Treatment::kNone;
  const Entry* entry = look_up(callee->getName());
  if (!callee->isDeclaration()) return entry ? Treatment::kNone : Treatment::kAsk;
  if (!entry || entry->effects.instrumented) return Treatment::kAsk;  // the library's own copy may be meant
  return entry->effects.refused || entry->effects.numbered || may_do_something(call, entry->effects)
             ? Treatment::kEnclose
             : Treatment::kNone;
}

// Makes the constants and the code around one call.
class Encloser {
 public:
  Encloser(Rewriter& rewriter) : rewriter_(rewriter) {}

  void enclose(CallBase& call) {
    IRBuilder<> builder(&call);
    Constant* site = make_site(call, call.getCalledFunction());
    ArrayType* type = ArrayType::get(builder.getInt64Ty(), std::max(1u, call.arg_size()));
    AllocaInst* words = in_entry(call, type);
    const bool prints = compiling_for_inputs() && only_prints(call);
    MDNode* told = MDNode::get(call.getContext(), {});
    if (prints) call.setMetadata(kOnlyPrints, told);
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      StoreInst* store = builder.CreateStore(word(builder, call.getArgOperand(i)),
                                             builder.CreateConstInBoundsGEP2_64(type, words, 0, i));
      if (prints && !call.getArgOperand(i)->getType()->isPointerTy()) store->setMetadata(kOnlyPrints, told);
    }
    Value* count = builder.getInt32(call.arg_size());
    if (prints) rewriter_.runtime.call(builder, "__heddle_printing", builder.getVoidTy(), {});
    rewriter_.runtime.call(builder, "__heddle_outside_begin", builder.getVoidTy(), {site, words, count});
    if (call.doesNotReturn()) return;
    Instruction* behind = behind_call(call);
    IRBuilder<> after(behind);
    after.SetCurrentDebugLocation(call.getDebugLoc());
    Value* result = call.getType()->isVoidTy() ? after.getInt64(0) : word(after, &call);
    rewriter_.runtime.call(after, "__heddle_outside_end", after.getVoidTy(), {site, words, count, result});
  }

  void ask(CallBase& call) {
    Value* callee = call.getCalledOperand();
    IRBuilder<> builder(&call);
    Value* in_front = builder.CreateConstGEP1_64(builder.getInt8Ty(), callee, -8);
    if (!isa<Function>(callee->stripPointerCasts()))  // null is left to the call
      in_front = builder.CreateSelect(builder.CreateIsNull(callee), any_mark(), in_front);
    Value* mark = builder.CreateAlignedLoad(builder.getInt64Ty(), in_front, Align(1));
    Value* unknown = builder.CreateICmpNE(mark, builder.getInt64(HEDDLE_MARK));
    MDNode* unlikely = MDBuilder(call.getContext()).createBranchWeights(1, 2000);
    Instruction* then = SplitBlockAndInsertIfThen(unknown, call.getIterator(), false, unlikely);
    IRBuilder<> asking(then);
    asking.SetCurrentDebugLocation(call.getDebugLoc());
    rewriter_.runtime.call(asking, "__heddle_calls", asking.getVoidTy(),
                           {callee, make_site(call, dyn_cast<Function>(callee->stripPointerCasts()))});
  }

 private:
  // @heddle.site = private constant { ptr, ptr, ptr, ptr, ptr } { position, position of the state, name, effects, function }
  Constant* make_site(CallBase& call, Function* callee) {
    const Entry* entry = callee ? look_up(callee->getName()) : nullptr;
    Constant* name = rewriter_.positions.text(callee ? callee->getName() : "");
    Constant* effects = rewriter_.positions.text(entry ? entry->text : "");
    Constant* memory = rewriter_.positions.of(call, "");
    Constant* state = entry && has_state(entry->effects)
                          ? rewriter_.positions.of(call, state_name(*entry, callee->getName()))
                          : memory;
    Type* pointer = PointerType::getUnqual(call.getContext());
    StructType* type = StructType::get(call.getContext(), {pointer, pointer, pointer, pointer, pointer});
    Constant* function =
        callee ? static_cast<Constant*>(callee) : ConstantPointerNull::get(PointerType::getUnqual(call.getContext()));
    return new GlobalVariable(rewriter_.module, type, true, GlobalValue::PrivateLinkage,
                              ConstantStruct::get(type, {memory, state, name, effects, function}), "heddle.site");
  }

  static bool has_state(const outside::Effects& effects) {
    for (int i = 0; i < effects.count; ++i)
      if (outside::is_state(effects.list[i].what)) return true;
    return false;
  }

  // "the environment", or what the function works on: "state of fgets".
  static std::string state_name(const Entry& entry, StringRef function) {
    for (int i = 0; i < entry.effects.count; ++i)
      if (const std::string_view state = entry.effects.list[i].state; !state.empty() && state != function.str())
        return "(" + std::string(state) + ")";
    return ("(state of " + function + ")").str();
  }

  static AllocaInst* in_entry(CallBase& call, Type* type) {
    BasicBlock& entry = call.getFunction()->getEntryBlock();
    IRBuilder<> builder(&entry, entry.begin());
    return builder.CreateAlloca(type, nullptr, "heddle.words");
  }

  static Instruction* behind_call(CallBase& call) {
    auto* invoke = dyn_cast<InvokeInst>(&call);
    if (!invoke) return call.getNextNode();
    BasicBlock* block = SplitEdge(invoke->getParent(), invoke->getNormalDest());
    return &*block->getFirstInsertionPt();
  }

  // Integers with their sign, pointers, floating-point numbers up to double as their bits; of a structure its first part; 0 for
  // everything else.
  Value* word(IRBuilder<>& builder, Value* value) const {
    Type* type = value->getType();
    if (type->isStructTy() && type->getStructNumElements() > 0)
      return word(builder, builder.CreateExtractValue(value, 0));
    if (type->isPointerTy()) return builder.CreatePtrToInt(value, builder.getInt64Ty());
    if (type->isIntegerTy()) return builder.CreateSExtOrTrunc(value, builder.getInt64Ty());
    if (type->isDoubleTy()) return builder.CreateBitCast(value, builder.getInt64Ty());
    return builder.getInt64(0);
  }

  Constant* any_mark() {
    if (auto* there = rewriter_.module.getGlobalVariable("heddle.mark", true)) return there;
    Type* type = Type::getInt64Ty(rewriter_.module.getContext());
    return new GlobalVariable(rewriter_.module, type, true, GlobalValue::PrivateLinkage,
                              ConstantInt::get(type, HEDDLE_MARK), "heddle.mark");
  }

  Rewriter& rewriter_;
};

}  // namespace

const outside::Effects* known_effects(StringRef symbol) {
  const Entry* entry = look_up(symbol);
  return entry ? &entry->effects : nullptr;
}

bool may_repeat(StringRef symbol) {
  const Entry* entry = look_up(symbol);
  if (!entry || entry->effects.refused) return false;
  return entry->effects.repeats || (!entry->pattern && !entry->effects.controlled);
}

// define internal i32 @heddle.call.remove(ptr %0) { %r = tail call i32 @remove(ptr %0) ret i32 %r }
static Function* make_stand_in(Function& function) {
  Module& module = *function.getParent();
  Function* stand_in = Function::Create(function.getFunctionType(), GlobalValue::InternalLinkage,
                                        "heddle.call." + function.getName(), module);
  stand_in->setAttributes(function.getAttributes());
  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", stand_in));
  SmallVector<Value*, 6> arguments;
  for (Argument& argument : stand_in->args()) arguments.push_back(&argument);
  CallInst* call = builder.CreateCall(&function, arguments);
  call->setAttributes(function.getAttributes());
  call->getType()->isVoidTy() ? builder.CreateRetVoid() : builder.CreateRet(call);
  return stand_in;
}

void stand_in_for_addresses(Module& module) {
  SmallVector<Function*, 8> known;
  for (Function& function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.isVarArg()) continue;
    const Entry* entry = look_up(function.getName());
    if (entry && (entry->effects.count > 0 || !entry->effects.own.empty())) known.push_back(&function);
  }
  const auto is_address = [](Use& use) {
    auto* call = dyn_cast<CallBase>(use.getUser());
    return !call || !call->isCallee(&use);
  };
  for (Function* function : known) {
    if (none_of(function->uses(), is_address)) continue;
    Function* stand_in = nullptr;
    SmallVector<Use*, 4> addresses;
    for (Use& use : function->uses())
      if (is_address(use)) addresses.push_back(&use);
    stand_in = make_stand_in(*function);
    function->replaceUsesWithIf(stand_in, [&](Use& use) { return is_contained(addresses, &use); });
  }
}

OutsideCalls find_outside_calls(Function& function) {
  OutsideCalls calls;
  for (Instruction& instruction : instructions(function))
    if (auto* call = dyn_cast<CallBase>(&instruction); call && treatment_of(*call) != Treatment::kNone)
      calls.push_back(call);
  return calls;
}

void enclose_outside_calls(const OutsideCalls& calls, Rewriter& rewriter) {
  Encloser encloser(rewriter);
  for (CallBase* call : calls)
    treatment_of(*call) == Treatment::kEnclose ? encloser.enclose(*call) : encloser.ask(*call);
}

void mark_instrumented(Function& function) {
  function.setPrefixData(ConstantInt::get(Type::getInt64Ty(function.getContext()), HEDDLE_MARK));
}

}  // namespace heddle
