// Reading lines and words from streams of char, for which libstdc++ has specialisations in its shared library.
#include <cxxabi.h>

#include <istream>
#include <limits>
#include <locale>
#include <string>

namespace std {
namespace {

using Traits = char_traits<char>;
constexpr Traits::int_type kEnd = Traits::eof();

// `read` takes characters from the buffer and says what state the stream is in then. Exceptions become badbit.
template <class Read>
void guarded(istream& in, bool keep_spaces, Read read) {
  ios_base::iostate state = ios_base::goodbit;
  if (istream::sentry ready(in, keep_spaces); ready) {
    try {
      state = read(*in.rdbuf());
    } catch (__cxxabiv1::__forced_unwind&) {
      in._M_setstate(ios_base::badbit);
      throw;
    } catch (...) {
      in._M_setstate(ios_base::badbit);
    }
  } else {
    return;
  }
  if (state != ios_base::goodbit) in.setstate(state);
}

}  // namespace

template <>
istream& getline(istream& in, string& text, char end) {
  bool got = false;
  guarded(in, true, [&](streambuf& from) {
    text.erase();
    for (Traits::int_type c = from.sgetc();; c = from.snextc()) {
      if (Traits::eq_int_type(c, kEnd)) return got ? ios_base::eofbit : ios_base::eofbit | ios_base::failbit;
      got = true;
      if (Traits::to_char_type(c) == end) {
        from.sbumpc();
        return ios_base::goodbit;
      }
      if (text.size() == text.max_size()) return ios_base::failbit;
      text += Traits::to_char_type(c);
    }
  });
  if (!got && in.good()) in.setstate(ios_base::failbit);
  return in;
}

template <>
istream& operator>>(istream& in, string& word) {
  bool got = false;
  guarded(in, false, [&](streambuf& from) {
    word.erase();
    const streamsize width = in.width();
    const size_t most = width > 0 ? static_cast<size_t>(width) : word.max_size();
    const ctype<char>& kinds = use_facet<ctype<char>>(in.getloc());
    ios_base::iostate state = ios_base::goodbit;
    for (Traits::int_type c = from.sgetc(); word.size() < most; c = from.snextc()) {
      if (Traits::eq_int_type(c, kEnd)) {
        state |= ios_base::eofbit;
        break;
      }
      if (kinds.is(ctype_base::space, Traits::to_char_type(c))) break;
      word += Traits::to_char_type(c);
      got = true;
    }
    in.width(0);
    return got ? state : state | ios_base::failbit;
  });
  return in;
}

void __istream_extract(istream& in, char* to, streamsize room) {
  bool got = false;
  guarded(in, false, [&](streambuf& from) {
    const streamsize width = in.width();
    if (width > 0 && width < room) room = width;
    const ctype<char>& kinds = use_facet<ctype<char>>(in.getloc());
    ios_base::iostate state = ios_base::goodbit;
    for (Traits::int_type c = from.sgetc(); room > 1; c = from.snextc(), --room) {
      if (Traits::eq_int_type(c, kEnd)) {
        state |= ios_base::eofbit;
        break;
      }
      if (kinds.is(ctype_base::space, Traits::to_char_type(c))) break;
      *to++ = Traits::to_char_type(c);
      got = true;
    }
    *to = 0;
    in.width(0);
    return got ? state : state | ios_base::failbit;
  });
}

template <>
istream& istream::getline(char* to, streamsize room, char end) {
  _M_gcount = 0;
  guarded(*this, true, [&](streambuf& from) {
    ios_base::iostate state = ios_base::goodbit;
    for (Traits::int_type c = from.sgetc();; c = from.snextc()) {
      if (Traits::eq_int_type(c, kEnd)) {
        state = ios_base::eofbit;
        break;
      }
      if (Traits::to_char_type(c) == end) {
        from.sbumpc();
        ++_M_gcount;
        if (room > 0) *to = 0;
        return state;
      }
      if (_M_gcount + 1 >= room) {
        state = ios_base::failbit;
        break;
      }
      *to++ = Traits::to_char_type(c);
      ++_M_gcount;
    }
    if (room > 0) *to = 0;
    return _M_gcount == 0 ? state | ios_base::failbit : state;
  });
  if (!good() && _M_gcount == 0 && room > 0 && to != nullptr) *to = 0;
  return *this;
}

// Up to `count` characters, or up to and with `end` if that is not kEnd.
template <>
istream& istream::ignore(streamsize count, Traits::int_type end) {
  _M_gcount = 0;
  if (count <= 0) return *this;
  guarded(*this, true, [&](streambuf& from) {
    const bool all = count == numeric_limits<streamsize>::max();
    while (all || _M_gcount < count) {
      const Traits::int_type c = from.sbumpc();
      if (Traits::eq_int_type(c, kEnd)) return ios_base::eofbit;
      if (_M_gcount < numeric_limits<streamsize>::max()) ++_M_gcount;
      if (Traits::eq_int_type(c, end)) break;
    }
    return ios_base::goodbit;
  });
  return *this;
}

template <>
istream& istream::ignore(streamsize count) {
  return ignore(count, kEnd);
}

}  // namespace std
