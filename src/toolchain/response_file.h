// @file arguments: build systems put long command lines into files.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"

namespace heddle {

// Replaces each @file by the words in it, quoted as for a shell; files may name further files.
Result<std::vector<std::string>> expand_response_files(const std::vector<std::string>& arguments);

// The words of one such file.
std::vector<std::string> split_words(const std::string& text);

}  // namespace heddle
