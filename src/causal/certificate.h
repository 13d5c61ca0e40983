// The pool as the lines of a certificate (docs/certificate.md): everything that a checker needs to go through it again.
// The checker is src/certificate, which shares nothing with this folder; so the lines are written here by hand.
#pragma once
#include <string>

#include "causal/pool.h"

namespace heddle::causal {

// `race_free`: it is claimed that no two accesses race. `follow`: as the runs did that taught the pool.
std::string certificate_lines(const Pool& pool, bool race_free, Follow follow);

}  // namespace heddle::causal
