// KindGuide: what each kind of finding means, the smallest program that shows it, and how such bugs are fixed.
// `heddle explain KIND` prints it, SARIF carries it as help, and every example is checked by a test.
#pragma once
#include <string>

#include "trace/finding.h"

namespace heddle {

struct KindGuide {
  FindingKind kind;
  const char* meaning;   // a paragraph
  const char* language;  // "c" or "cpp"
  const char* options;   // that the check of the example needs; may be empty
  const char* example;   // a whole program
  const char* fix;       // a paragraph
};

const KindGuide& guide_of(FindingKind kind);

// As text of at most `width` columns.
std::string guide_text(FindingKind kind, size_t width = 80);
// One line per kind: its name and what it means.
std::string guide_list(size_t width = 80);

}  // namespace heddle
