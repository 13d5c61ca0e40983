// The pass plugin: runs last in clang's pipeline, at every optimisation level, on every module.
//
// Last, because then the optimiser has done its work, and what is private to a thread costs nothing. What is shared
// it must leave as written: pins.h. Positions in the source survive through debug information.
#include <llvm/Analysis/LazyValueInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "analysis/analysis.h"
#include "analysis/futures.h"
#include "instrument/assembly_text.h"
#include "instrument/atomic_sections.h"
#include "instrument/bounds.h"
#include "instrument/c_inline.h"
#include "instrument/expansions.h"
#include "instrument/follow.h"
#include "instrument/frames.h"
#include "instrument/globals.h"
#include "instrument/ignored.h"
#include "instrument/input_flags.h"
#include "instrument/input_functions.h"
#include "instrument/input_questions.h"
#include "instrument/judgements.h"
#include "instrument/laps.h"
#include "instrument/local_homes.h"
#include "instrument/loops.h"
#include "instrument/outside_calls.h"
#include "instrument/pins.h"
#include "instrument/polling.h"
#include "instrument/standing.h"
#include "instrument/tail_calls.h"
#include "instrument/temporaries.h"
#include "instrument/unnoticed_branches.h"
#include "instrument/unused_results.h"
#include "instrument/variable_layouts.h"

using namespace llvm;

namespace heddle {
namespace {

bool is_ours_to_change(const Function& function) {
  return !function.isDeclaration() && !function.hasAvailableExternallyLinkage() &&
         !function.hasFnAttribute(Attribute::Naked) && !function.getName().starts_with("__heddle_");
}

AttributeMask promises() {
  AttributeMask mask;
  for (Attribute::AttrKind kind :
       {Attribute::Memory, Attribute::ReadNone, Attribute::ReadOnly, Attribute::WriteOnly, Attribute::WillReturn,
        Attribute::NoSync, Attribute::NoFree, Attribute::Speculatable})
    mask.addAttribute(kind);
  return mask;
}

// Instrumented functions, and so their callers, do more than they promised: an access is a call now. What the
// code generator would conclude from the old promises is wrong.
//   declare i32 @get(ptr) memory(argmem: read)   =>   declare i32 @get(ptr)
void withdraw_promises(Module& module, FunctionAnalysisManager& analyses) {
  const AttributeMask mask = promises();
  for (Function& function : module) {
    LibFunc known;
    const bool library = function.isDeclaration() && !function.isIntrinsic() &&
                         analyses.getResult<TargetLibraryAnalysis>(function).getLibFunc(function, known);
    if (function.isIntrinsic() || library) continue;
    function.removeFnAttrs(mask);
    for (Argument& argument : function.args()) argument.removeAttrs(mask);
    for (User* user : function.users())
      if (auto* call = dyn_cast<CallBase>(user)) call->removeFnAttrs(mask);
  }
}

// Functions written in assembly: outside all others, or naked.
bool has_code_of_its_own(const Module& module) {
  return !defines_no_code(module.getModuleInlineAsm()) || any_of(module, [](const Function& function) {
    return !function.isDeclaration() && function.hasFnAttribute(Attribute::Naked);
  });
}

// @heddle.anchor = internal global i8 0
// define internal void @heddle.module() { call void @__heddle_module(ptr @heddle.anchor) ret void }
void announce(Module& module, RuntimeCalls& runtime, Positions& positions, const GlobalTable& globals) {
  LLVMContext& context = module.getContext();
  auto* anchor = new GlobalVariable(module, Type::getInt8Ty(context), false, GlobalValue::InternalLinkage,
                                    ConstantInt::get(Type::getInt8Ty(context), 0), "heddle.anchor");
  Function* constructor = Function::createWithDefaultAttr(FunctionType::get(Type::getVoidTy(context), false),
                                                          GlobalValue::InternalLinkage, 0, "heddle.module", &module);
  IRBuilder<> builder(BasicBlock::Create(context, "", constructor));
  runtime.call(builder, following_values() ? "__heddle_module_followed" : "__heddle_module", builder.getVoidTy(),
               {anchor});
  if (announces_states()) runtime.call(builder, "__heddle_module_laps", builder.getVoidTy(), {});
  if (globals.entries)
    runtime.call(builder, "__heddle_globals", builder.getVoidTy(), {globals.entries, builder.getInt64(globals.count)});
  if (has_code_of_its_own(module))
    runtime.call(builder, "__heddle_module_assembly", builder.getVoidTy(),
                 {positions.text(module.getSourceFileName())});
  builder.CreateRetVoid();
  appendToGlobalCtors(module, constructor, /*Priority=*/0);
}

bool broken_fact(const char* name) { return broken(name); }

// pthread_create reads its attributes only if there are any.
bool touches_memory(const CallBase& call, const outside::Effects& effects) {
  return any_of(ArrayRef(effects.list, static_cast<size_t>(effects.count)), [&](const outside::Effect& e) {
    const bool plain = e.what == outside::Effect::What::kReads && !e.indirect;
    return !plain || e.argument == 0 || e.argument > call.arg_size() ||
           !isa<ConstantPointerNull>(call.getArgOperand(e.argument - 1u));
  });
}

facts::Outside what_outside_does(const CallBase& call, StringRef symbol) {
  const outside::Effects* effects = known_effects(symbol);
  if (effects == nullptr || effects->refused) return facts::Outside::kUnknown;
  if (effects->controlled && !touches_memory(call, *effects)) return facts::Outside::kControlled;
  // What touches memory makes events, and hidden state has an order.
  const bool computes = effects->count == 0 && !effects->controlled && !effects->allocates && !effects->instrumented;
  return computes ? facts::Outside::kComputes : facts::Outside::kKnown;
}

void write_facts(Module& module, ArrayRef<Function*> functions, ArrayRef<Function*> ignored,
                 FunctionAnalysisManager& analyses, Rewriter& rewriter) {
  const auto position = [&](const Instruction& i) -> Constant* {
    if (Constant* planned = rewriter.position(i)) return planned;
    return rewriter.positions.of(i);
  };
  const auto text = [&](StringRef t) { return rewriter.positions.text(t); };
  const auto is_access = [&](const Instruction& i) { return rewriter.located.contains(&i); };
  analysis::write_facts(module, functions, ignored, analyses,
                        {position, text, is_access, what_outside_does, broken_fact});
}

// Of a function that is not compiled with the program.
analysis::OutsideMemory memory_outside(StringRef symbol) {
  using enum analysis::OutsideMemory;
  const outside::Effects* effects = known_effects(symbol);
  if (effects == nullptr) return kUnknown;
  if (effects->refused || effects->instrumented || effects->deep || effects->numbered) return kAnything;
  using What = outside::Effect::What;
  for (int i = 0; i < effects->count; ++i) {
    const outside::Effect& e = effects->list[i];
    const bool plain = e.what == What::kReads || e.what == What::kWrites || e.what == What::kEdits ||
                       e.what == What::kPrintf || e.what == What::kScanf || outside::is_state(e.what);
    if (!plain || e.indirect) return kAnything;
  }
  return effects->nothing ? kNothing : kArguments;
}

std::vector<analysis::StandingPlan> write_futures(Module& module, ArrayRef<Function*> functions,
                                                  ArrayRef<Function*> ignored, FunctionAnalysisManager& analyses,
                                                  Rewriter& rewriter) {
  if (!analysis::writing_futures()) return {};
  const auto position = [&](const Instruction& i) { return rewriter.position(i); };
  return analysis::write_futures(module, functions, ignored, analyses, {position, memory_outside});
}

struct InstrumentPass : PassInfoMixin<InstrumentPass> {
  static bool isRequired() { return true; }

  PreservedAnalyses run(Module& module, ModuleAnalysisManager& manager) {
    if (module.getFunction("heddle.module")) return PreservedAnalyses::all();  // bitcode instrumented earlier
    auto& analyses = manager.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
    remove_pins(module);
    remove_lap_marks(module);
    find_input_flags(module);
    use_input_functions(module);
    RuntimeCalls runtime(module);
    Positions positions(module);
    Sharing sharing;
    CallEffects effects(sharing);
    Rewriter rewriter{module, module.getDataLayout(), runtime, positions};

    stand_in_for_addresses(module);
    note_copies(module);
    write_variable_layouts(module, positions);
    // Plans and loops first, for all functions: judging a call looks into its callee as it was written.
    SmallVector<Function*, 64> functions, ignored;
    for (Function& function : module)
      if (is_ours_to_change(function)) (is_ignored(function) ? ignored : functions).push_back(&function);
    if (compiling_for_inputs())
      for (Function* function : functions) {
        ask_about_failures(*function);
        analyses.invalidate(*function, PreservedAnalyses::none());
      }
    for (Function* function : functions)
      if (expand_accesses(*function)) analyses.invalidate(*function, PreservedAnalyses::none());
    const WriteOnly write_only(module);
    for (Function* function : functions)
      mark_unnoticed_branches(
          *function, write_only,
          {analyses.getResult<DominatorTreeAnalysis>(*function),
           analyses.getResult<PostDominatorTreeAnalysis>(*function), analyses.getResult<LoopAnalysis>(*function)});
    std::vector<Plan> plans;
    std::vector<OutsideCalls> calls;
    std::vector<DoubtfulAccesses> doubtful;
    for (Function* function : functions) {
      plans.push_back(make_plan(*function, sharing, rewriter.layout));
      calls.push_back(find_outside_calls(*function));
      doubtful.push_back(find_doubtful_accesses(*function, {analyses.getResult<ScalarEvolutionAnalysis>(*function),
                                                            analyses.getResult<LazyValueAnalysis>(*function)}));
      locate(plans.back(), rewriter);
    }
    if (analysis::writing_facts()) write_facts(module, functions, ignored, analyses, rewriter);
    const auto standing = write_futures(module, functions, ignored, analyses, rewriter);
    for (size_t i = 0; i < functions.size(); ++i)
      mark_loops(
          {analyses.getResult<LoopAnalysis>(*functions[i]), analyses.getResult<DominatorTreeAnalysis>(*functions[i]),
           analyses.getResult<ScalarEvolutionAnalysis>(*functions[i])},
          plans[i], effects, sharing, rewriter);
    std::vector<Escaping> escaping;
    for (Function* function : functions) escaping.push_back(escaping_locals(*function, sharing));
    for (const DoubtfulAccesses& accesses : doubtful) check_bounds(accesses, rewriter);
    for (const Plan& plan : plans) carry_out(plan, rewriter, sharing);
    if (judging()) tell_unused_results(module, runtime);  // before the runtime is told results of outside calls
    for (const OutsideCalls& each : calls) enclose_outside_calls(each, rewriter);
    for (Function* function : functions) settle_locals(*function);
    for (size_t i = 0; i < functions.size(); ++i) tell_lives(*functions[i], escaping[i], rewriter);
    for (Function* function : ignored) tell_when_entered(*function, runtime, positions);
    for (Function* function : functions) function->addFnAttr("frame-pointer", "all");
    for (Function* function : functions) keep_returns(*function);
    for (Function* function : functions) mark_instrumented(*function);
    for (Function* function : ignored) mark_instrumented(*function);  // they say themselves that they are not seen

    if (telling_states())
      for (Function* function : functions) clear_before_calls(*function, runtime);

    for (const analysis::StandingPlan& plan : standing) tell_standing(plan);
    withdraw_promises(module, analyses);
    if (following_values()) follow_values(module, functions, runtime, positions);
    announce(module, runtime, positions, guard_globals(module, positions));
    return PreservedAnalyses::none();
  }
};

}  // namespace
}  // namespace heddle

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "heddle", "1", [](PassBuilder& builder) {
            heddle::register_c_inline(builder);
            heddle::register_ignored(builder);
            heddle::register_input_functions(builder);
            heddle::register_atomic_sections(builder);
            heddle::register_polling(builder);
            heddle::register_laps(builder);
            heddle::register_pins(builder);
            heddle::register_temporaries(builder);
            builder.registerOptimizerLastEPCallback(
                [](ModulePassManager& passes, OptimizationLevel) { passes.addPass(heddle::InstrumentPass()); });
            builder.registerPipelineParsingCallback(
                [](StringRef name, ModulePassManager& passes, ArrayRef<PassBuilder::PipelineElement>) {
                  if (name != "heddle") return false;
                  passes.addPass(heddle::InstrumentPass());
                  return true;
                });
          }};
}
