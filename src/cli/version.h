// The tool's version; HEDDLE_VERSION comes from the build.
#pragma once
#include <string>

namespace heddle {

inline const char* version() { return HEDDLE_VERSION; }
inline std::string version_text() { return std::string("heddle ") + version(); }

}  // namespace heddle
