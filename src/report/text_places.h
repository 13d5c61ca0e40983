// A sentence in which positions (trace/places_in_text.h) are told as places in the source: "queue.c:12:7 in push".
#pragma once
#include <string>
#include <vector>

#include "trace/run_record.h"

namespace heddle {

std::string with_places(const std::string& text, const std::vector<LoadedModule>& modules);

}  // namespace heddle
