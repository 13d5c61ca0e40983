// heddle-clang CLANG ARGUMENTS…: does what CLANG would do with these arguments, in one process and without loading
// anything. Compiling and linking a small program by clang takes three processes, each of which spends most of its
// time on relocating LLVM.
//
// Only the common case is done here: at most one compilation to an object file, for this machine, with no pass but ours,
// and at most one link by lld. Everything else, and whatever clang's driver has something to say about, is left to CLANG.
#include <clang/Basic/Stack.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Driver/ToolChain.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/TextDiagnosticBuffer.h>
#include <lld/Common/Driver.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <string_view>

#include "system/stack.h"

LLD_HAS_DRIVER(elf)

// Of the pass, which is linked in.
extern "C" llvm::PassPluginLibraryInfo llvmGetPassPluginInfo();

// Debian's clang refers to Polly, which does nothing unless asked for by -mllvm.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Polly", "", [](llvm::PassBuilder&) {}};
}

namespace {

using clang::driver::Command;

struct Jobs {
  const Command* compile = nullptr;
  const Command* link = nullptr;
};

std::optional<Jobs> common_case(const clang::driver::Compilation& compilation) {
  const llvm::Triple host(llvm::sys::getDefaultTargetTriple());
  if (compilation.getDefaultToolChain().getTriple().getArch() != host.getArch()) return {};
  Jobs jobs;
  for (const Command& job : compilation.getJobs()) {
    const auto& arguments = job.getArguments();
    const bool compiles = !arguments.empty() && std::string_view(arguments[0]) == "-cc1";
    const bool links = llvm::StringRef(job.getExecutable()).contains("ld.lld");
    const Command*& place = compiles ? jobs.compile : jobs.link;
    if (compiles == links || place) return {};
    place = &job;
  }
  return jobs;
}

// Takes the pass from the list of those to load; false if there is more that is not linked in.
bool link_in(clang::CompilerInvocation& invocation) {
  const clang::FrontendOptions& frontend = invocation.getFrontendOpts();
  clang::CodeGenOptions& code = invocation.getCodeGenOpts();
  if (frontend.ProgramAction != clang::frontend::EmitObj || !frontend.LLVMArgs.empty() || !frontend.Plugins.empty() ||
      !frontend.TimeTracePath.empty() || invocation.getHeaderSearchOpts().ModuleFormat != "raw")
    return false;
  if (code.PassPlugins.size() != 1 || !llvm::StringRef(code.PassPlugins[0]).ends_with("/heddle_pass.so")) return false;
  code.PassPlugins.clear();
  code.PassBuilderCallbacks.push_back(llvmGetPassPluginInfo().RegisterPassBuilderCallbacks);
  return true;
}

bool link(const Command& job) {
  llvm::SmallVector<const char*, 64> arguments{job.getExecutable()};
  arguments.append(job.getArguments().begin(), job.getArguments().end());
  const bool linked =
      lld::elf::link(arguments, llvm::outs(), llvm::errs(), /*exitEarly=*/false, /*disableOutput=*/false);
  llvm::outs().flush();
  return linked;
}

// The exit code; nothing if this is work for clang itself.
std::optional<int> work(llvm::ArrayRef<const char*> command) {
  if (std::getenv("CCC_OVERRIDE_OPTIONS")) return {};
  for (const char* argument : command)
    if (argument[0] == '@') return {};

  clang::TextDiagnosticBuffer said;
  clang::DiagnosticsEngine diagnostics(new clang::DiagnosticIDs, new clang::DiagnosticOptions, &said,
                                       /*ShouldOwnClient=*/false);
  const auto quiet = [&] { return said.getNumErrors() == 0 && said.getNumWarnings() == 0; };
  llvm::SmallString<128> clang;
  if (llvm::sys::fs::real_path(command[0], clang)) return {};
  clang::driver::Driver driver(clang, llvm::sys::getDefaultTargetTriple(), diagnostics);
  const auto name = clang::driver::ToolChain::getTargetAndModeFromProgramName(command[0]);
  driver.setTargetAndMode(name);
  llvm::SmallVector<const char*, 64> words(command);
  if (name.DriverMode) words.insert(words.begin() + 1, name.DriverMode);  // clang++ is clang --driver-mode=g++
  const std::unique_ptr<clang::driver::Compilation> compilation(driver.BuildCompilation(words));
  if (!compilation || compilation->containsError() || !quiet()) return {};
  const std::optional<Jobs> jobs = common_case(*compilation);
  if (!jobs) return {};

  bool done = true;
  if (jobs->compile) {
    auto* instance = new clang::CompilerInstance;  // lives as long as the process: taking it apart takes time
    const llvm::ArrayRef<const char*> arguments(jobs->compile->getArguments());
    if (!clang::CompilerInvocation::CreateFromArgs(instance->getInvocation(), arguments.drop_front(), diagnostics,
                                                   clang.c_str()) ||
        !quiet() || !link_in(instance->getInvocation()))
      return {};
    instance->createDiagnostics();
    clang::EmitObjAction action;
    done = instance->ExecuteAction(action);
  }
  if (done && jobs->link) done = link(*jobs->link);
  compilation->CleanupFileList(compilation->getTempFiles());
  return done ? 0 : 1;
}

}  // namespace

static int run(int argc, char** argv) {
  if (argc < 2) return 2;
  clang::noteBottomOfStack();
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();
  if (const auto code = work({argv + 1, argv + argc})) _exit(*code);
  execv(argv[1], argv + 1);
  return 127;
}

int main(int argc, char** argv) {
  return heddle::with_enough_stack([&] { return run(argc, argv); });
}
