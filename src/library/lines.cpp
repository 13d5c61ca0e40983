// Reading lines and words from streams of char and wchar_t, for which libstdc++ has specialisations in its shared library.
#include <cxxabi.h>

#include <istream>
#include <limits>
#include <locale>
#include <string>

namespace std {
namespace {

// `read` takes characters from the buffer and says what state the stream is in then. Exceptions become badbit.
template <class C, class Read>
void guarded(basic_istream<C>& in, bool keep_spaces, Read read) {
  ios_base::iostate state = ios_base::goodbit;
  if (typename basic_istream<C>::sentry ready(in, keep_spaces); ready) {
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

template <class C>
bool is_end(typename char_traits<C>::int_type c) {
  return char_traits<C>::eq_int_type(c, char_traits<C>::eof());
}

template <class C>
basic_istream<C>& line_of(basic_istream<C>& in, basic_string<C>& text, C end) {
  using Traits = char_traits<C>;
  bool got = false;
  guarded(in, true, [&](basic_streambuf<C>& from) {
    text.erase();
    for (auto c = from.sgetc();; c = from.snextc()) {
      if (is_end<C>(c)) return got ? ios_base::eofbit : ios_base::eofbit | ios_base::failbit;
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

// A line into an array; `count` is the stream's own, of characters taken.
template <class C>
basic_istream<C>& line_into(basic_istream<C>& in, C* to, streamsize room, C end, streamsize& count) {
  using Traits = char_traits<C>;
  count = 0;
  guarded(in, true, [&](basic_streambuf<C>& from) {
    ios_base::iostate state = ios_base::goodbit;
    for (auto c = from.sgetc();; c = from.snextc()) {
      if (is_end<C>(c)) {
        state = ios_base::eofbit;
        break;
      }
      if (Traits::to_char_type(c) == end) {
        from.sbumpc();
        ++count;
        if (room > 0) *to = 0;
        return state;
      }
      if (count + 1 >= room) {
        state = ios_base::failbit;
        break;
      }
      *to++ = Traits::to_char_type(c);
      ++count;
    }
    if (room > 0) *to = 0;
    return count == 0 ? state | ios_base::failbit : state;
  });
  if (!in.good() && count == 0 && room > 0 && to != nullptr) *to = 0;
  return in;
}

// Up to `most` characters, or up to and with `end` if that is a character.
template <class C>
basic_istream<C>& passed_over(basic_istream<C>& in, streamsize most, typename char_traits<C>::int_type end,
                              streamsize& count) {
  count = 0;
  if (most <= 0) return in;
  guarded(in, true, [&](basic_streambuf<C>& from) {
    const bool all = most == numeric_limits<streamsize>::max();
    while (all || count < most) {
      const auto c = from.sbumpc();
      if (is_end<C>(c)) return ios_base::eofbit;
      if (count < numeric_limits<streamsize>::max()) ++count;
      if (char_traits<C>::eq_int_type(c, end)) break;
    }
    return ios_base::goodbit;
  });
  return in;
}

}  // namespace

template <>
istream& getline(istream& in, string& text, char end) {
  return line_of(in, text, end);
}

template <>
wistream& getline(wistream& in, wstring& text, wchar_t end) {
  return line_of(in, text, end);
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
    for (int c = from.sgetc(); word.size() < most; c = from.snextc()) {
      if (is_end<char>(c)) {
        state |= ios_base::eofbit;
        break;
      }
      if (kinds.is(ctype_base::space, static_cast<char>(c))) break;
      word += static_cast<char>(c);
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
    for (int c = from.sgetc(); room > 1; c = from.snextc(), --room) {
      if (is_end<char>(c)) {
        state |= ios_base::eofbit;
        break;
      }
      if (kinds.is(ctype_base::space, static_cast<char>(c))) break;
      *to++ = static_cast<char>(c);
      got = true;
    }
    *to = 0;
    in.width(0);
    return got ? state : state | ios_base::failbit;
  });
}

template <>
istream& istream::getline(char* to, streamsize room, char end) {
  return line_into(*this, to, room, end, _M_gcount);
}

template <>
wistream& wistream::getline(wchar_t* to, streamsize room, wchar_t end) {
  return line_into(*this, to, room, end, _M_gcount);
}

template <>
istream& istream::ignore(streamsize count, int end) {
  return passed_over(*this, count, end, _M_gcount);
}

template <>
wistream& wistream::ignore(streamsize count, wint_t end) {
  return passed_over(*this, count, end, _M_gcount);
}

template <>
istream& istream::ignore(streamsize count) {
  return ignore(count, char_traits<char>::eof());
}

template <>
wistream& wistream::ignore(streamsize count) {
  return ignore(count, char_traits<wchar_t>::eof());
}

}  // namespace std
