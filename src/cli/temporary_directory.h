// A directory that is removed, with what is in it, at the end. A process that is killed cannot do that: its directory is removed
// by the next one that needs a directory.
#pragma once
#include <memory>
#include <string>

#include "base/result.h"

namespace heddle {

class TemporaryDirectory {
 public:
  static Result<std::unique_ptr<TemporaryDirectory>> create();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  const std::string& path() const { return path_; }

 private:
  TemporaryDirectory(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}
  std::string path_;
  int lock_;  // a file in it, locked as long as this process lives
};

}  // namespace heddle
