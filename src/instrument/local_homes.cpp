// The optimiser tells value by value where a variable is, even if it never leaves its place on the stack; the debug
// information then has it only here and there. What other threads can see did not leave its place.
//   #dbg_assign(i32 0, !bus, !DIExpression(), !id, ptr %bus, !DIExpression())   =>   #dbg_declare(ptr %bus, !bus, …)
//   #dbg_value(i32 0, !bus, …)                                                  =>
#include "instrument/local_homes.h"

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "instrument/variable_names.h"

using namespace llvm;

namespace heddle {
namespace {

// The record that says that `alloca` holds all of a user's variable, in the words of the optimiser.
const DbgVariableRecord* assignment_to(AllocaInst& alloca) {
  const DILocalVariable* variable = variable_in_memory(&alloca);
  SmallVector<DbgVariableIntrinsic*, 4> intrinsics;
  SmallVector<DbgVariableRecord*, 4> records;
  findDbgUsers(intrinsics, &alloca, &records);
  for (const DbgVariableRecord* record : records)
    if (variable && record->isDbgAssign() && record->getVariable() == variable && record->getAddress() == &alloca &&
        !record->getDebugLoc().getInlinedAt() && record->getAddressExpression()->getNumElements() == 0)
      return record;
  return nullptr;
}

}  // namespace

void settle_locals(Function& function) {
  DenseMap<const DILocalVariable*, std::pair<AllocaInst*, DILocation*>> homes;
  for (Instruction& instruction : instructions(function))
    if (auto* alloca = dyn_cast<AllocaInst>(&instruction))
      if (const DbgVariableRecord* record = assignment_to(*alloca))
        homes.try_emplace(record->getVariable(), alloca, record->getDebugLoc().get());
  if (homes.empty()) return;
  for (Instruction& instruction : instructions(function)) {
    SmallVector<DbgVariableRecord*, 4> gone;
    for (DbgVariableRecord& record : filterDbgVars(instruction.getDbgRecordRange()))
      if (homes.contains(record.getVariable()) && !record.getDebugLoc().getInlinedAt()) gone.push_back(&record);
    for (DbgVariableRecord* record : gone) record->eraseFromParent();
  }
  DIBuilder builder(*function.getParent(), /*AllowUnresolved=*/false);
  for (const auto& [variable, home] : homes)
    builder.insertDeclare(home.first, const_cast<DILocalVariable*>(variable), builder.createExpression(), home.second,
                          home.first->getNextNode());
}

}  // namespace heddle
