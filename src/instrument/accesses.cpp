// Plain loads and stores, volatile ones included.
//
// A value that fits an integer of 1, 2, 4, 8 or 16 bytes travels in registers. Everything else (i24, long
// double, wide vectors, structures) goes through a private local, one access of its store size.
#include <llvm/IR/IRBuilder.h>

#include "instrument/rewrites.h"

using namespace llvm;

namespace heddle {

void Rewriter::unsupported(Instruction& instruction, StringRef what) {
  IRBuilder<> builder(&instruction);
  runtime.call(builder, "__heddle_unsupported", builder.getVoidTy(), {positions.text(what), position(instruction)});
}

AllocaInst* private_local(Instruction& user, Type* type) {
  BasicBlock& entry = user.getFunction()->getEntryBlock();
  IRBuilder<> builder(&entry, entry.begin());
  return builder.CreateAlloca(type, nullptr, "heddle.local");
}

// %v = load float, ptr %p
//   =>  %i = call i32 @__heddle_load4(ptr %p, ptr @pos)
//       %v = bitcast i32 %i to float
// %v = load x86_fp80, ptr %p
//   =>  call void @__heddle_load(ptr %local, ptr %p, i64 10, ptr @pos)
//       %v = load x86_fp80, ptr %local
void rewrite_load(Rewriter& rewriter, LoadInst& load) {
  IRBuilder<> builder(&load);
  Type* type = load.getType();
  const uint64_t bytes = rewriter.layout.getTypeStoreSize(type).getFixedValue();
  Value* pointer = load.getPointerOperand();
  Constant* position = rewriter.position(load);
  Value* value;
  if (fits_integer(type, rewriter.layout)) {
    Value* integer = rewriter.runtime.call(builder, "__heddle_load" + std::to_string(bytes),
                                           builder.getIntNTy(bytes * 8), {pointer, position});
    value = from_integer(builder, integer, type);
  } else {
    AllocaInst* local = private_local(load, type);
    rewriter.runtime.call(builder, "__heddle_load", builder.getVoidTy(),
                          {local, pointer, builder.getInt64(bytes), position});
    value = builder.CreateLoad(type, local);
  }
  load.replaceAllUsesWith(value);
  load.eraseFromParent();
}

// store ptr %v, ptr %p
//   =>  %i = ptrtoint ptr %v to i64
//       call void @__heddle_store8(ptr %p, i64 %i, ptr @pos)
// store { i64, i32 } %v, ptr %p
//   =>  store { i64, i32 } %v, ptr %local
//       call void @__heddle_store(ptr %p, ptr %local, i64 16, ptr @pos)
void rewrite_store(Rewriter& rewriter, StoreInst& store) {
  IRBuilder<> builder(&store);
  Value* value = store.getValueOperand();
  Type* type = value->getType();
  const uint64_t bytes = rewriter.layout.getTypeStoreSize(type).getFixedValue();
  Value* pointer = store.getPointerOperand();
  Constant* position = rewriter.position(store);
  if (fits_integer(type, rewriter.layout)) {
    rewriter.runtime.call(builder, "__heddle_store" + std::to_string(bytes), builder.getVoidTy(),
                          {pointer, to_integer(builder, value, rewriter.layout), position});
  } else {
    AllocaInst* local = private_local(store, type);
    builder.CreateStore(value, local);
    rewriter.runtime.call(builder, "__heddle_store", builder.getVoidTy(),
                          {pointer, local, builder.getInt64(bytes), position});
  }
  store.eraseFromParent();
}

}  // namespace heddle
