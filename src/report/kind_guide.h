// KindGuide: what each kind of finding means, the smallest program that shows it, and how such bugs are fixed.
// `heddle explain KIND` prints it, SARIF carries it as help, and every example is checked by a test.
#pragma once
#include <optional>
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

// The kind that people mean by a word: its name, or what other tools call it ("data race", "heap-use-after-free", "SIGSEGV").
std::optional<FindingKind> kind_called(const std::string& word);
// The name most like a word that is none.
std::string nearest_kind(const std::string& word);

// As text of at most `width` columns.
std::string guide_text(FindingKind kind, size_t width = 80);
// One line per kind: its name and what it means.
std::string guide_list(size_t width = 80);

}  // namespace heddle
