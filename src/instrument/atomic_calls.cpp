// Calls of libatomic. Clang writes them for 16-byte atomics without -mcx16 and for objects whose alignment it
// does not know, and for those that no instruction can do. Each becomes the runtime's call for its size, or for any size.
//
// Sized:   T __atomic_load_N(p, order)                              and likewise for the other operations
// Generic: void __atomic_load(size, p, result, order)               values pass through memory
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>

#include "instrument/judgements.h"
#include "instrument/rewrites.h"
#include "runtime/abi.h"

using namespace llvm;

namespace heddle {
namespace {

enum class Kind { kNone, kLoad, kStore, kExchange, kCompareExchange, kFetch };

struct AtomicFunction {
  Kind kind = Kind::kNone;
  bool generic = false;    // the size is the first argument, values pass through memory
  uint64_t bytes = 0;      // 0 if not constant
  uint32_t operation = 0;  // HEDDLE_ADD and so on, for kFetch and kExchange
};

AtomicFunction describe(const CallBase& call) {
  AtomicFunction f;
  const Function* callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || !callee->getName().starts_with("__atomic_")) return f;
  StringRef name = callee->getName().drop_front(strlen("__atomic_"));
  const auto [stem, suffix] = name.rsplit('_');
  uint64_t bytes;
  if (!suffix.empty() && !suffix.getAsInteger(10, bytes)) {
    f.bytes = bytes;
    name = stem;
  } else {
    f.generic = true;
  }
  f.kind = StringSwitch<Kind>(name)
               .Case("load", Kind::kLoad)
               .Case("store", Kind::kStore)
               .Case("exchange", Kind::kExchange)
               .Case("compare_exchange", Kind::kCompareExchange)
               .Cases("fetch_add", "fetch_sub", "fetch_and", "fetch_or", "fetch_xor", "fetch_nand", Kind::kFetch)
               .Default(Kind::kNone);
  f.operation = StringSwitch<uint32_t>(name)
                    .Case("fetch_add", HEDDLE_ADD)
                    .Case("fetch_sub", HEDDLE_SUB)
                    .Case("fetch_and", HEDDLE_AND)
                    .Case("fetch_or", HEDDLE_OR)
                    .Case("fetch_xor", HEDDLE_XOR)
                    .Case("fetch_nand", HEDDLE_NAND)
                    .Default(HEDDLE_XCHG);
  const unsigned sized[] = {0, 2, 3, 3, 5, 3}, generic[] = {0, 4, 4, 5, 6, 0};
  if (call.arg_size() != (f.generic ? generic : sized)[static_cast<int>(f.kind)]) f.kind = Kind::kNone;
  if (f.generic && f.kind != Kind::kNone)
    if (auto* size = dyn_cast<ConstantInt>(call.getArgOperand(0))) f.bytes = size->getZExtValue();
  return f;
}

Value* with_failure(IRBuilder<>& builder, Value* flags, Value* failure) {
  Value* order = builder.CreateZExtOrTrunc(failure, builder.getInt32Ty());
  return builder.CreateOr(flags, builder.CreateShl(order, builder.getInt32(HEDDLE_FAILURE_SHIFT)));
}

// call void @__atomic_load(i64 24, ptr %p, ptr %result, i32 5)
//   =>  call void @__heddle_atomic_load_n(i64 24, ptr %p, ptr %result, i32 5, ptr @pos)
// A compare-exchange has two orders, see HEDDLE_FAILURE_SHIFT.
void rewrite_any_size(Rewriter& rewriter, CallBase& call, Kind kind) {
  IRBuilder<> builder(&call);
  const unsigned pointers = kind == Kind::kLoad || kind == Kind::kStore ? 2 : 3;
  SmallVector<Value*, 6> arguments{builder.CreateZExtOrTrunc(call.getArgOperand(0), builder.getInt64Ty())};
  for (unsigned i = 1; i <= pointers; ++i) arguments.push_back(call.getArgOperand(i));
  Value* flags = builder.CreateZExtOrTrunc(call.getArgOperand(pointers + 1), builder.getInt32Ty());
  if (kind == Kind::kCompareExchange) flags = with_failure(builder, flags, call.getArgOperand(pointers + 2));
  arguments.push_back(flags);
  arguments.push_back(rewriter.position(call));
  const char* name = kind == Kind::kLoad       ? "__heddle_atomic_load_n"
                     : kind == Kind::kStore    ? "__heddle_atomic_store_n"
                     : kind == Kind::kExchange ? "__heddle_atomic_exchange_n"
                                               : "__heddle_atomic_cas_n";
  Type* result = kind == Kind::kCompareExchange ? builder.getInt8Ty() : builder.getVoidTy();
  Value* exchanged = rewriter.runtime.call(builder, name, result, arguments);
  if (!call.getType()->isVoidTy()) call.replaceAllUsesWith(builder.CreateZExtOrTrunc(exchanged, call.getType()));
  call.eraseFromParent();
}

}  // namespace

bool is_atomic_function(const CallBase& call) { return describe(call).kind != Kind::kNone; }

// call void @__atomic_load(i64 16, ptr %p, ptr %result, i32 5)
//   =>  %v = call i128 @__heddle_atomic_load16(ptr %p, i32 5, ptr @pos)
//       store i128 %v, ptr %result, align 1
// %ok = call zeroext i1 @__atomic_compare_exchange_8(ptr %p, ptr %expected, i64 %desired, i32 5, i32 5)
//   =>  %e   = load i64, ptr %expected, align 1
//       %old = call i64 @__heddle_cas8(ptr %p, i64 %e, i64 %desired, i32 5, ptr @pos)
//       store i64 %old, ptr %expected, align 1
//       %ok  = icmp eq i64 %old, %e
// Storing %old also on success changes nothing: it equals %e then.
void rewrite_atomic_function(Rewriter& rewriter, CallBase& call) {
  const AtomicFunction f = describe(call);
  const bool known_size = f.bytes == 1 || f.bytes == 2 || f.bytes == 4 || f.bytes == 8 || f.bytes == 16;
  if (isa<InvokeInst>(call) || (!known_size && !f.generic))
    return rewriter.unsupported(call, "atomic object that is not lock-free");
  if (!known_size) return rewrite_any_size(rewriter, call, f.kind);

  IRBuilder<> builder(&call);
  Type* type = builder.getIntNTy(f.bytes * 8);
  const std::string bytes = std::to_string(f.bytes);
  const unsigned first = f.generic ? 1 : 0;
  Value* pointer = call.getArgOperand(first);
  Constant* position = rewriter.position(call);
  const auto argument = [&](unsigned i) { return call.getArgOperand(first + i); };
  const auto value = [&](unsigned i) -> Value* {
    return f.generic ? builder.CreateAlignedLoad(type, argument(i), Align(1))
                     : builder.CreateBitOrPointerCast(argument(i), type);
  };
  const auto flags = [&](unsigned i) -> Value* {
    return builder.CreateOr(builder.CreateZExtOrTrunc(argument(i), builder.getInt32Ty()),
                            builder.getInt32(!f.generic && call.use_empty() && judging() ? HEDDLE_UNUSED : 0));
  };
  Value* result = nullptr;
  switch (f.kind) {
    case Kind::kLoad:
      result = rewriter.runtime.call(builder, "__heddle_atomic_load" + bytes, type,
                                     {pointer, flags(f.generic ? 2 : 1), position});
      if (f.generic) builder.CreateAlignedStore(result, argument(1), Align(1));
      break;
    case Kind::kStore:
      rewriter.runtime.call(builder, "__heddle_atomic_store" + bytes, builder.getVoidTy(),
                            {pointer, value(1), flags(2), position});
      break;
    case Kind::kExchange:
    case Kind::kFetch:
      result =
          rewriter.runtime.call(builder, "__heddle_rmw" + bytes, type,
                                {pointer, value(1), builder.getInt32(f.operation), flags(f.generic ? 3 : 2), position});
      if (f.generic) builder.CreateAlignedStore(result, argument(2), Align(1));
      break;
    case Kind::kCompareExchange: {
      Value* expected = builder.CreateAlignedLoad(type, argument(1), Align(1));
      Value* old =
          rewriter.runtime.call(builder, "__heddle_cas" + bytes, type,
                                {pointer, expected, value(2), with_failure(builder, flags(3), argument(4)), position});
      builder.CreateAlignedStore(old, argument(1), Align(1));
      result = builder.CreateICmpEQ(old, expected);
      if (call.getType()->isIntegerTy()) result = builder.CreateZExtOrTrunc(result, call.getType());
      break;
    }
    case Kind::kNone: break;
  }
  if (!call.getType()->isVoidTy()) call.replaceAllUsesWith(builder.CreateBitOrPointerCast(result, call.getType()));
  call.eraseFromParent();
}

}  // namespace heddle
