// GrowingPages: an array of zeroes that can grow very large without being moved. Its place in the address space is reserved at
// once, its memory is taken as it is touched, in large pages where the system has them.
#pragma once
#include <sys/mman.h>

#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "base/check.h"

namespace heddle {

template <class T>
class GrowingPages {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit GrowingPages(size_t count) : count_(count) {
    for (size_t reserve = kMuch; data_ == nullptr && reserve >= bytes(count); reserve /= 4) {
      void* p = mmap(nullptr, reserve, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (p != MAP_FAILED) data_ = static_cast<T*>(p), reserved_ = reserve;
    }
    CHECK(data_ != nullptr);
  }
  GrowingPages(GrowingPages&& other) noexcept { swap(other); }
  GrowingPages& operator=(GrowingPages&& other) noexcept {
    swap(other);
    return *this;
  }
  ~GrowingPages() {
    if (data_ != nullptr) munmap(data_, reserved_);
  }

  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  size_t size() const { return count_; }
  static size_t bytes(size_t count) { return (count * sizeof(T) + kPage - 1) / kPage * kPage; }

  // The new ones are zeroes.
  void grow(size_t count) {
    if (bytes(count) > reserved_) {
      void* p = mremap(data_, reserved_, bytes(count), MREMAP_MAYMOVE);
      CHECK(p != MAP_FAILED);
      data_ = static_cast<T*>(p), reserved_ = bytes(count);
    }
    if (bytes(count) >= kLargePage) madvise(data_, bytes(count), MADV_HUGEPAGE);  // a hint
    count_ = count;
  }
  // All are zeroes, and only so many.
  void clear(size_t count) {
    if (count == count_) {
      std::memset(static_cast<void*>(data_), 0, count_ * sizeof(T));
      return;
    }
    madvise(data_, bytes(count_), MADV_DONTNEED);
    count_ = count;
  }

 private:
  static constexpr size_t kMuch = size_t{1} << 37;
  static constexpr size_t kPage = 4096, kLargePage = 2 << 20;

  void swap(GrowingPages& other) {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    std::swap(reserved_, other.reserved_);
  }

  T* data_ = nullptr;
  size_t count_ = 0, reserved_ = 0;
};

}  // namespace heddle
