// Functions that change a std::filesystem::path, which libstdc++ has compiled. Its text is a std::string, whose accesses are seen
// here; its list of components is made anew by the library each time.
#include <filesystem>

namespace std::filesystem {

#define HEDDLE_SPLIT_AGAIN() (_M_cmpts = _List(), _M_split_cmpts())

path& path::operator=(const path& other) {
  if (&other != this) {
    _M_pathname = other._M_pathname;
    HEDDLE_SPLIT_AGAIN();
  }
  return *this;
}

void path::_M_append(basic_string_view<char> text) {
  if (!text.empty() && text.front() == '/') {
    _M_pathname.assign(text);
  } else {
    std::string more(text);  // it may be part of this path
    if (!_M_pathname.empty() && _M_pathname.back() != '/') _M_pathname += '/';
    _M_pathname += more;
  }
  HEDDLE_SPLIT_AGAIN();
}
path& path::operator/=(const path& other) {
  _M_append(other._M_pathname);
  return *this;
}

void path::_M_concat(basic_string_view<char> text) {
  const std::string more(text);
  _M_pathname += more;
  HEDDLE_SPLIT_AGAIN();
}
path& path::operator+=(const path& other) {
  _M_concat(other._M_pathname);
  return *this;
}

path& path::remove_filename() {
  const size_t slash = _M_pathname.rfind('/');
  _M_pathname.erase(slash == std::string::npos ? 0 : slash + 1);
  HEDDLE_SPLIT_AGAIN();
  return *this;
}
path& path::replace_filename(const path& other) {
  const std::string name = other._M_pathname;
  remove_filename();
  _M_append(name);
  return *this;
}
path& path::replace_extension(const path& other) {
  const std::string wanted = other._M_pathname;
  const std::string old = extension()._M_pathname;
  if (!old.empty()) _M_pathname.erase(_M_pathname.size() - old.size());
  if (!wanted.empty() && wanted.front() != '.') _M_pathname += '.';
  _M_concat(wanted);
  return *this;
}

}  // namespace std::filesystem
