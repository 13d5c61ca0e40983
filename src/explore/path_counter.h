// What an engine can do besides that knows every local path: say how many combinations of them there are, without running them.
#pragma once
#include <cstdint>
#include <optional>

namespace heddle {

class PathCounter {
 public:
  virtual ~PathCounter() = default;
  // After the search has come to its end: combinations of local paths, one of each thread, that are those of one execution. Nothing
  // if that cannot be told (causal/path_question.h says what is covered).
  virtual std::optional<uint64_t> count_paths() const = 0;
};

}  // namespace heddle
