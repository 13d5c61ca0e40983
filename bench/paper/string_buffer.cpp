// StringBuf: one thread appends a shared buffer to its own while another shortens the shared one.
//
// Bug: append asks the other buffer for its length and then for so many characters, each call locked, but not both
// together; the buffer may be shorter by then and throws (Java's StringIndexOutOfBoundsException). No data race. With
// FIXED the other buffer stays locked over both.
//
// RUN:
// VERDICT: bug:uncaught-exception
// RUN: -DFIXED
// VERDICT: verified
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

#ifndef ROUNDS
#define ROUNDS 3
#endif

class Buffer {
 public:
  explicit Buffer(std::string text) : text_(std::move(text)) {}

  size_t length() const {
    std::lock_guard hold(mutex_);
    return text_.size();
  }
  void copy_to(char* to, size_t count) const {
    std::lock_guard hold(mutex_);
    if (count > text_.size()) throw std::out_of_range("Buffer::copy_to");
    for (size_t i = 0; i < count; ++i) to[i] = text_[i];
  }
  void shorten(size_t length) {
    std::lock_guard hold(mutex_);
    if (length < text_.size()) text_.resize(length);
  }
  void append(const Buffer& other) {
    std::lock_guard hold(mutex_);
#ifdef FIXED
    std::lock_guard both(other.mutex_);
#endif
    const size_t count = other.length();
    const size_t old = text_.size();
    text_.resize(old + count);
    other.copy_to(text_.data() + old, count);
  }

 private:
  mutable std::recursive_mutex mutex_;
  std::string text_;
};

Buffer shared("abcdefgh");

int main() {
  std::thread shorter([] {
    for (size_t i = 1; i <= ROUNDS; ++i) shared.shorten(8 - 2 * i);
  });
  std::thread appender([] {
    Buffer own("");
    for (int i = 0; i < ROUNDS; ++i) own.append(shared);
  });
  shorter.join();
  appender.join();
}
