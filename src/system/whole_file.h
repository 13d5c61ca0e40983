// Files that are written as a whole. A disk may be full and a server may be gone: whether the bytes are there is known when the
// last one is written and the file is closed, so nothing here says that a file was written before that.
//
//   if (auto written = write_whole_file("out.heddle", text); !written) print_error(written.error());
//
//   auto file = WholeFile::open("report.json");   // at the beginning, so that a wrong name is noticed at once
//   ...
//   Status written = file->write(text);           // at the end
#pragma once
#include <string>
#include <string_view>

#include "base/result.h"

namespace heddle {

class WholeFile {
 public:
  // An empty file of this name; a device or a pipe is opened as it is.
  static Result<WholeFile> open(const std::string& path);
  WholeFile(WholeFile&& other) noexcept;
  WholeFile& operator=(WholeFile&&) = delete;
  ~WholeFile();

  // Once: everything, and closes the file.
  Status write(std::string_view bytes);
  const std::string& path() const { return path_; }

 private:
  WholeFile(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}

  std::string path_;
  int fd_;
};

// Puts `bytes` in the place of what the file holds. A regular file is replaced when everything is written: whoever reads it finds
// the old content or the new one, and after a failure the old one is still there. Where that cannot be done (the directory is not
// ours, or it is a device) it is written in place.
Status write_whole_file(const std::string& path, std::string_view bytes);

// All of it, also if that takes several calls. False: `errno` says why.
bool write_all(int fd, std::string_view bytes);

}  // namespace heddle
