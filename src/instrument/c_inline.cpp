// define available_externally void @acquire() …   =>   define linkonce_odr void @acquire() …
#include "instrument/c_inline.h"

#include <llvm/IR/DebugInfoMetadata.h>

#include "instrument/outside_calls.h"

using namespace llvm;

namespace heddle {
namespace {

// Functions of C that headers of the system define are in its libraries; mangled names are C++, where the library has them.
bool is_of_program(const Function& function) {
  if (function.getName().starts_with("_Z") || known_effects(function.getName())) return false;
  const DISubprogram* subprogram = function.getSubprogram();
  return subprogram && !subprogram->getFilename().starts_with("/usr/");
}

struct InlinePass : PassInfoMixin<InlinePass> {
  static bool isRequired() { return true; }

  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    for (Function& function : module)
      if (function.hasAvailableExternallyLinkage() && is_of_program(function))
        function.setLinkage(GlobalValue::LinkOnceODRLinkage);
    return PreservedAnalyses::all();
  }
};

}  // namespace

void register_c_inline(PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](ModulePassManager& passes, OptimizationLevel) { passes.addPass(InlinePass()); });
}

}  // namespace heddle
