// The file behind --checkpoint and --resume: a SearchState with what it belongs to, so that it is not continued
// with another program or another engine. It has a checksum: a search that goes on from a damaged state could end "verified".
#pragma once
#include <string>

#include "base/result.h"
#include "remote/check.h"

namespace heddle {

struct Checkpoint {
  std::string build_id;
  std::string engine;
  std::string asked;  // the other options that say what is looked for, as on the command line
  EngineOptions options;
  SearchState state;
};

Status write_checkpoint(const std::string& path, const Checkpoint& checkpoint);
Result<Checkpoint> read_checkpoint(const std::string& path);

// The same without a file; `path` is for the words of an error.
std::string checkpoint_bytes(const Checkpoint& checkpoint);
Result<Checkpoint> parse_checkpoint(const std::string& path, const std::string& bytes);

}  // namespace heddle
