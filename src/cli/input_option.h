// --input: what a program reads from outside that is to be an input. See docs/inputs.md.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"

namespace heddle {

// One source as the runtime reads it (runtime/input_sources.h), or what is wrong with it.
Result<std::string> read_input_source(const std::string& text);

// Those of a .heddle file, one a line: are they there still?
Status check_input_sources(const std::string& lines);

// Some source text says that the program receives inputs by itself: __VERIFIER_nondet_int, heddle_symbolic, heddle::input.
bool mention_inputs(const std::vector<std::string>& files);

}  // namespace heddle
