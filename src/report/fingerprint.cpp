#include "report/fingerprint.h"

#include <cstdio>

#include "base/hash.h"
#include "report/source_text.h"

namespace heddle {

std::string fingerprint(const Explanation& e) {
  SourceText source;
  const std::string line = source.line(e.place, SIZE_MAX);
  const std::string file = e.place.file.substr(e.place.file.rfind('/') + 1);
  uint64_t hash = 0;
  for (const std::string& part : {std::string(name(e.kind)), file, e.place.function, line}) {
    for (unsigned char c : part) hash = mix(hash, c);
    hash = mix(hash, 256);
  }
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  return digits;
}

}  // namespace heddle
