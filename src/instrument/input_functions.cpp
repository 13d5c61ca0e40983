#include "instrument/input_functions.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Function.h>

#include <cstdlib>

#include "instrument/follow.h"

using namespace llvm;

namespace heddle {
namespace {

// What src/library/inputs has, in alphabetical order.
constexpr StringLiteral kFunctions[] = {
    "_IO_getc",
    "_ZNSt13random_device9_M_getvalEv",
    "_ZNSt6chrono3_V212steady_clock3nowEv",
    "_ZNSt6chrono3_V212system_clock3nowEv",
    "__getdelim",
    "__isoc23_fscanf",
    "__isoc23_scanf",
    "__isoc23_sscanf",
    "__isoc23_strtol",
    "__isoc23_strtoll",
    "__isoc23_strtoul",
    "__isoc23_strtoull",
    "__isoc23_vfscanf",
    "__isoc23_vscanf",
    "__isoc23_vsscanf",
    "__isoc99_fscanf",
    "__isoc99_scanf",
    "__isoc99_sscanf",
    "__isoc99_vfscanf",
    "__isoc99_vscanf",
    "__isoc99_vsscanf",
    "__strtok_r",
    "arc4random",
    "arc4random_buf",
    "arc4random_uniform",
    "atoi",
    "atol",
    "atoll",
    "bcmp",
    "clearerr",
    "clock",
    "clock_gettime",
    "close",
    "fclose",
    "feof",
    "feof_unlocked",
    "ferror",
    "ferror_unlocked",
    "fgetc",
    "fgetc_unlocked",
    "fgets",
    "fgets_unlocked",
    "fopen",
    "fopen64",
    "fread",
    "fread_unlocked",
    "fscanf",
    "fseek",
    "fseeko",
    "ftell",
    "ftello",
    "getc",
    "getc_unlocked",
    "getchar",
    "getchar_unlocked",
    "getdelim",
    "getentropy",
    "getline",
    "getrandom",
    "gettimeofday",
    "index",
    "isalnum",
    "isalpha",
    "isascii",
    "isblank",
    "iscntrl",
    "isdigit",
    "isgraph",
    "islower",
    "isprint",
    "ispunct",
    "isspace",
    "isupper",
    "isxdigit",
    "jrand48",
    "lrand48",
    "lseek",
    "memchr",
    "memcmp",
    "memmem",
    "memrchr",
    "mrand48",
    "nrand48",
    "open",
    "open64",
    "pread",
    "rand",
    "rand_r",
    "random",
    "rawmemchr",
    "read",
    "rewind",
    "rindex",
    "scanf",
    "sscanf",
    "stpcpy",
    "strcasecmp",
    "strcat",
    "strchr",
    "strchrnul",
    "strcmp",
    "strcoll",
    "strcpy",
    "strcspn",
    "strdup",
    "strlen",
    "strncasecmp",
    "strncat",
    "strncmp",
    "strncpy",
    "strndup",
    "strnlen",
    "strpbrk",
    "strrchr",
    "strsep",
    "strspn",
    "strstr",
    "strtok",
    "strtok_r",
    "strtol",
    "strtoll",
    "strtoul",
    "strtoull",
    "time",
    "tolower",
    "toupper",
    "ungetc",
    "vfscanf",
    "vscanf",
    "vsscanf",
};

constexpr StringLiteral kInline[] = {"_ZNKSt5ctypeIcE2isEtc"};

void replace(Module& module, StringRef name) {
  Function* function = module.getFunction(name);
  if (!function || function->use_empty()) return;
  FunctionCallee followed = module.getOrInsertFunction(("heddle_in_" + name).str(), function->getFunctionType());
  function->replaceAllUsesWith(followed.getCallee());
}

struct InputFunctionsPass : PassInfoMixin<InputFunctionsPass> {
  static bool isRequired() { return true; }

  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    if (compiling_for_inputs())
      for (const StringRef name : kInline) replace(module, name);
    return PreservedAnalyses::all();
  }
};

}  // namespace

void register_input_functions(PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](ModulePassManager& passes, OptimizationLevel) { passes.addPass(InputFunctionsPass()); });
}

bool compiling_for_inputs() {
  static const bool on = [] {
    const char* text = std::getenv("HEDDLE_INPUTS");
    return text && StringRef(text) == "1" && following_values();
  }();
  return on;
}

void use_input_functions(Module& module) {
  if (!compiling_for_inputs()) return;
  for (const StringRef name : kFunctions) {
    const Function* function = module.getFunction(name);
    if (function && function->isDeclaration()) replace(module, name);
  }
}

}  // namespace heddle
