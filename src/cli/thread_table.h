// Thread names of a file ("main", "main.0", "main.0.1") back into the table a worker is given.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "worker/channel.h"

namespace heddle {

// Nothing if a name is malformed or comes before its creator's.
std::optional<std::vector<ThreadName>> thread_table(const std::vector<std::string>& names);

}  // namespace heddle
