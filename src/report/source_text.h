// SourceText: lines of the user's source files, read when first asked for.
#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "report/symbolizer.h"

namespace heddle {

class SourceText {
 public:
  // The line at a place, without indentation; of a long one as much as fits `width`, from its column on.
  // Empty if unknown.
  std::string line(const SourcePlace& place, size_t width);

 private:
  std::map<std::string, std::vector<std::string>> files_;  // empty: unreadable
};

}  // namespace heddle
