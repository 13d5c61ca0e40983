#include "system/descriptor_stream.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include "system/whole_file.h"

namespace heddle {

DescriptorStream::DescriptorStream(int fd, std::string name)
    : std::ostream(nullptr), name_(std::move(name)), buffer_(fd) {
  rdbuf(&buffer_);
}

Status DescriptorStream::written() {
  flush();
  if (buffer_.error() == 0) return Ok{};
  return Error{"cannot write to " + name_ + ": " + std::strerror(buffer_.error()), ""};
}

int DescriptorStream::Buffer::overflow(int c) {
  if (sync() != 0) return traits_type::eof();
  if (c == traits_type::eof()) return 0;
  return sputc(static_cast<char>(c));
}

int DescriptorStream::Buffer::sync() {
  if (error_ == 0 && !write_all(fd_, {pbase(), static_cast<size_t>(pptr() - pbase())})) error_ = errno;
  setp(bytes_, bytes_ + sizeof bytes_);
  return error_ == 0 ? 0 : -1;
}

}  // namespace heddle
