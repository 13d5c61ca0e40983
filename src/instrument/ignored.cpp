// define void @log_line(ptr %0) {   =>   define void @log_line(ptr %0) {
//   ...                                    call void @__heddle_ignored(ptr @heddle.pos)
//                                          ...
#include "instrument/ignored.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SpecialCaseList.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <cstdlib>

using namespace llvm;

namespace heddle {
namespace {

constexpr const char* kMark = "heddle-ignore";
constexpr const char* kAnnotation = "heddle:ignore";

void ignore(Function& function) {
  function.addFnAttr(kMark);
  function.removeFnAttr(Attribute::AlwaysInline);
  function.addFnAttr(Attribute::NoInline);
}

// @llvm.global.annotations = appending global [n x { ptr, ptr, ptr, i32, ptr }]: function, text, file, line, arguments
void ignore_annotated(Module& module) {
  const GlobalVariable* annotations = module.getGlobalVariable("llvm.global.annotations");
  if (!annotations || !annotations->hasInitializer()) return;
  for (const Use& entry : annotations->getInitializer()->operands()) {
    auto* fields = dyn_cast<ConstantStruct>(entry.get());
    if (!fields || fields->getNumOperands() < 2) continue;
    auto* function = dyn_cast<Function>(fields->getOperand(0)->stripPointerCasts());
    auto* text = dyn_cast<GlobalVariable>(fields->getOperand(1)->stripPointerCasts());
    if (!function || !text || !text->hasInitializer()) continue;
    auto* bytes = dyn_cast<ConstantDataSequential>(text->getInitializer());
    if (bytes && bytes->isCString() && bytes->getAsCString() == kAnnotation) ignore(*function);
  }
}

// "log::Sink::write" for _ZN3log4Sink5writeEPKc.
std::string plain_name(const Function& function) {
  const std::string name = demangle(function.getName().str());
  return StringRef(name).take_until([](char c) { return c == '('; }).str();
}

bool is_listed(const Function& function, const SpecialCaseList& list) {
  const auto names = [&](StringRef kind, StringRef name) {
    return !name.empty() && list.inSection("heddle", kind, name);
  };
  if (names("fun", function.getName()) || names("fun", plain_name(function))) return true;
  const DISubprogram* subprogram = function.getSubprogram();
  return names("src", function.getParent()->getSourceFileName()) ||
         (subprogram && names("src", subprogram->getFilename()));
}

void ignore_listed(Module& module) {
  const char* path = std::getenv("HEDDLE_IGNORE");
  if (!path || !*path) return;
  std::string error;
  const auto list = SpecialCaseList::create({path}, *vfs::getRealFileSystem(), error);
  if (!list) {
    module.getContext().emitError("heddle: ignore list " + Twine(path) + ": " + error);
    return;
  }
  for (Function& function : module)
    if (!function.isDeclaration() && is_listed(function, *list)) ignore(function);
}

struct IgnorePass : PassInfoMixin<IgnorePass> {
  static bool isRequired() { return true; }

  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    for (Function& function : module)
      if (function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation)) ignore(function);
    ignore_annotated(module);
    ignore_listed(module);
    return PreservedAnalyses::all();
  }
};

}  // namespace

void register_ignored(PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](ModulePassManager& passes, OptimizationLevel) { passes.addPass(IgnorePass()); });
}

bool is_ignored(const Function& function) { return function.hasFnAttribute(kMark); }

void tell_when_entered(Function& function, RuntimeCalls& runtime, Positions& positions) {
  BasicBlock& entry = function.getEntryBlock();
  IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  if (const DISubprogram* subprogram = function.getSubprogram())
    builder.SetCurrentDebugLocation(
        DILocation::get(function.getContext(), subprogram->getScopeLine(), 0, const_cast<DISubprogram*>(subprogram)));
  runtime.call(builder, "__heddle_ignored", builder.getVoidTy(), {positions.at(nullptr, function)});
}

}  // namespace heddle
