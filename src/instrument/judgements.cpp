#include "instrument/judgements.h"

#include <cstdlib>

namespace heddle {

bool judging() {
  static const bool off = [] {
    const char* text = std::getenv("HEDDLE_JUDGEMENTS");
    return text && llvm::StringRef(text) == "off";
  }();
  return !off;
}

#ifdef HEDDLE_PASS_MUTANTS
bool broken(llvm::StringRef name) {
  static const char* chosen = std::getenv("HEDDLE_MUTANT");
  return chosen && judging() && name == chosen;
}
#endif

}  // namespace heddle
