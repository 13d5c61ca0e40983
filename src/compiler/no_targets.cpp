// lld prepares for link-time optimisation for every target that LLVM knows. Here all but this machine's do nothing, and
// their code generators, half of LLVM, are not linked in: what is defined weakly is replaced by what LLVM's own libraries
// define, where they are given to the linker as a whole.
#include <llvm/Config/llvm-config.h>

#define NOTHING(name) \
  extern "C" __attribute__((weak)) void name() {}
#define LLVM_TARGET(T) \
  NOTHING(LLVMInitialize##T##TargetInfo) NOTHING(LLVMInitialize##T##Target) NOTHING(LLVMInitialize##T##TargetMC)
#include <llvm/Config/Targets.def>
#define LLVM_ASM_PRINTER(T) NOTHING(LLVMInitialize##T##AsmPrinter)
#include <llvm/Config/AsmPrinters.def>
#define LLVM_ASM_PARSER(T) NOTHING(LLVMInitialize##T##AsmParser)
#include <llvm/Config/AsmParsers.def>
