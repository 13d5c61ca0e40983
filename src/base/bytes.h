// Writer and Reader: flat byte strings for checkpoints, work handed between processes and schedule
// files' binary parts. Trivially copyable values and vectors of them; no versioning, no pointers.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle {

class Writer {
 public:
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void put(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void put(const std::vector<T>& values) {
    put<uint64_t>(values.size());
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  }
  void put(std::string_view text) {
    put<uint64_t>(text.size());
    bytes_.append(text);
  }
  const std::string& bytes() const { return bytes_; }
  std::string take() { return std::move(bytes_); }
  void clear() { bytes_.clear(); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  // All getters leave `ok()` false, and the value empty, when the bytes run out, or are no bool where one is expected.
  template <class T>
    requires std::is_trivially_copyable_v<T>
  T get() {
    T value{};
    if (!take(sizeof value)) return value;
    if constexpr (std::is_same_v<T, bool>) {
      ok_ = static_cast<unsigned char>(*at_) <= 1;
      return ok_ && *at_ == 1;
    } else {
      std::memcpy(&value, at_, sizeof value);
      return value;
    }
  }
  template <class T>
  std::vector<T> get_vector() {
    std::vector<T> values;
    const auto n = get<uint64_t>();
    if (n <= bytes_.size() / (sizeof(T) ? sizeof(T) : 1) && take(n * sizeof(T))) {
      values.resize(n);
      if (n > 0) std::memcpy(values.data(), at_, n * sizeof(T));
    } else {
      ok_ = ok_ && n == 0;
    }
    return values;
  }
  std::string get_string() {
    const auto n = get<uint64_t>();
    if (n > bytes_.size() || !take(n)) {
      ok_ = false;
      return {};
    }
    return std::string(at_, n);
  }
  bool ok() const { return ok_; }
  bool at_end() const { return bytes_.empty(); }

 private:
  bool take(size_t n) {
    if (!ok_ || n > bytes_.size()) return ok_ = false;
    at_ = bytes_.data();
    bytes_.remove_prefix(n);
    return true;
  }

  std::string_view bytes_;
  const char* at_ = nullptr;
  bool ok_ = true;
};

}  // namespace heddle
