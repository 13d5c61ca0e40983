// The flags that make a program checkable. Used when Heddle compiles by itself (build.h) and when it stands in
// for the compiler of somebody's build (drop_in.h).
#pragma once
#include <string>
#include <vector>

#include "toolchain/toolchain.h"

namespace heddle {

using Arguments = std::vector<std::string>;

// Come before the user's options, so that theirs win: a default optimisation level, debug information.
Arguments compile_defaults(const Toolchain& toolchain);
// Come after them: what instrumentation cannot do without.
Arguments compile_requirements(const Toolchain& toolchain);
// Come before all objects and libraries: the runtime must be found before libstdc++ and libc.
// `options` are the user's.
Arguments link_flags(const Toolchain& toolchain, bool cxx, bool shared, const Arguments& options);

// Takes away options that work against Heddle. `notes` gets a sentence for each that a user would miss.
// Options that cannot work at all are an error.
Result<Arguments> without_obstacles(const Arguments& options, std::vector<std::string>& notes);

}  // namespace heddle
