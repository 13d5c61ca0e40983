// Shared places as a schedule file tells them: by the global variable they are in, so that a program with a few
// lines added still finds them, else by address. Neighbours are told together: "table+8*4" is four granules,
// "table+8/0f" is one of which the first four bytes are shared.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "report/elf_file.h"

namespace heddle {

std::vector<std::string> write_places(std::vector<uint64_t> places, const ElfFile* program);

// A variable that the program no longer has is left out.
std::vector<uint64_t> read_places(const std::vector<std::string>& words, const ElfFile* program);

}  // namespace heddle
