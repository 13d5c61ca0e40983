// GrowingPages: an array of zeroes that can grow very large without being copied. Once it is large, much room in the address space
// is reserved for it; memory is taken as it is touched, in large pages where the system has them.
#pragma once
#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/check.h"

namespace heddle {

template <class T>
class GrowingPages {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit GrowingPages(size_t count) : count_(count), reserved_(bytes(count)) {
    take(mmap(nullptr, reserved_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
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
    const size_t needed = bytes(count);
    if (needed > reserved_) {
      size_t reserve = needed < kLargePage ? needed : std::max(needed, kMuch);
      void* p = mremap(data_, reserved_, reserve, MREMAP_MAYMOVE);
      if (p == MAP_FAILED) p = mremap(data_, reserved_, reserve = needed, MREMAP_MAYMOVE);
      take(p);
      reserved_ = reserve;
    }
    if (needed >= kLargePage) madvise(data_, needed, MADV_HUGEPAGE);  // a hint
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
  static constexpr size_t kMuch = size_t{1} << 36;
  static constexpr size_t kPage = 4096, kLargePage = 2 << 20;

  void take(void* p) {
    CHECK(p != MAP_FAILED);
    data_ = static_cast<T*>(p);
  }
  void swap(GrowingPages& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    std::swap(reserved_, other.reserved_);
  }

  T* data_ = nullptr;
  size_t count_ = 0, reserved_ = 0;
};

}  // namespace heddle
