// DescriptorStream: an ostream on an open descriptor, such as standard output, that remembers why it failed.
#pragma once
#include <ostream>
#include <streambuf>
#include <string>

#include "base/result.h"

namespace heddle {

class DescriptorStream : public std::ostream {
 public:
  // `name` for people, as in "standard output".
  DescriptorStream(int fd, std::string name);
  ~DescriptorStream() override { flush(); }

  // Has everything arrived that was written so far?
  Status written();

 private:
  class Buffer : public std::streambuf {
   public:
    explicit Buffer(int fd) : fd_(fd) { setp(bytes_, bytes_ + sizeof bytes_); }
    int error() const { return error_; }

   protected:
    int overflow(int c) override;
    int sync() override;

   private:
    int fd_;
    int error_ = 0;  // errno of the first write that failed
    char bytes_[4096];
  };

  std::string name_;
  Buffer buffer_;
};

}  // namespace heddle
