#include "cli/free_memory.h"

#include <fstream>
#include <string>

namespace heddle {

uint64_t default_memory_limit() {
  std::ifstream in("/proc/meminfo");
  for (std::string key, unit; in >> key;) {
    uint64_t kilobytes = 0;
    if (!(in >> kilobytes)) return 0;
    std::getline(in, unit);
    if (key == "MemAvailable:") return kilobytes * 1024 / 4 * 3;
  }
  return 0;
}

}  // namespace heddle
