// heddle explain: what the kinds of findings mean.
#include <cstdio>

#include "cli/commands.h"
#include "cli/outcome.h"
#include "report/kind_guide.h"

namespace heddle {

int explain_command(const ExplainOptions& options) {
  if (options.kind.empty()) {
    std::fputs(guide_list().c_str(), stdout);
    return 0;
  }
  const auto kind = kind_called(options.kind);
  if (!kind) {
    print_error({"there is no finding of kind '" + options.kind + "'",
                 "did you mean " + nearest_kind(options.kind) + "? heddle explain lists them"});
    return kExitWrongUse;
  }
  std::fputs(options.example ? guide_of(*kind).example : guide_text(*kind).c_str(), stdout);
  return 0;
}

}  // namespace heddle
