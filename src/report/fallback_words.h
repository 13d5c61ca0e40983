// Why `mcr` left the work to `dpor`, for people who use the tool and have not read its source.
#pragma once
#include <string>

namespace heddle {

// `reason` is Engine::fallback. What is not known is said as it is.
std::string fallback_words(const std::string& reason);

}  // namespace heddle
