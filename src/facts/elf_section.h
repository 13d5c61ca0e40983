// The section of facts of an executable or shared library on disk.
#pragma once
#include <optional>
#include <string>

#include "facts/record_reader.h"

namespace heddle::facts {

// Its address is the one in the file plus `bias`, where the file is loaded. Nothing if the file has none, or is no ELF file.
std::optional<Section> section_of_file(const std::string& path, uint64_t bias = 0, const char* name = kSection);

}  // namespace heddle::facts
