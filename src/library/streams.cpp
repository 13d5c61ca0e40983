// What libstdc++ has compiled for streams of char. Programs use these instantiations instead of making their own.
#include <ext/stdio_sync_filebuf.h>
#include <iomanip>
#include <iostream>
#include <istream>
#include <ostream>
#include <sstream>
#include <streambuf>

namespace std {

template class basic_ios<char>;
template class basic_streambuf<char>;
template class basic_istream<char>;
template class basic_ostream<char>;
template class basic_iostream<char>;

template ostream& operator<<(ostream&, char);
template ostream& operator<<(ostream&, unsigned char);
template ostream& operator<<(ostream&, signed char);
template ostream& operator<<(ostream&, const char*);
template ostream& operator<<(ostream&, const unsigned char*);
template ostream& operator<<(ostream&, const signed char*);
template ostream& __ostream_insert(ostream&, const char*, streamsize);
template ostream& operator<<(ostream&, const string&);
template ostream& endl(ostream&);
template ostream& ends(ostream&);
template ostream& flush(ostream&);

template istream& operator>>(istream&, char&);
template istream& operator>>(istream&, unsigned char&);
template istream& operator>>(istream&, signed char&);
template istream& ws(istream&);
template istream& getline(istream&, string&);

template ostream& operator<<(ostream&, _Setfill<char>);

template ostream& ostream::_M_insert(long);
template ostream& ostream::_M_insert(unsigned long);
template ostream& ostream::_M_insert(long long);
template ostream& ostream::_M_insert(unsigned long long);
template ostream& ostream::_M_insert(bool);
template ostream& ostream::_M_insert(double);
template ostream& ostream::_M_insert(long double);
template ostream& ostream::_M_insert(const void*);
template istream& istream::_M_extract(unsigned short&);
template istream& istream::_M_extract(unsigned int&);
template istream& istream::_M_extract(long&);
template istream& istream::_M_extract(unsigned long&);
template istream& istream::_M_extract(long long&);
template istream& istream::_M_extract(unsigned long long&);
template istream& istream::_M_extract(bool&);
template istream& istream::_M_extract(float&);
template istream& istream::_M_extract(double&);
template istream& istream::_M_extract(long double&);
template istream& istream::_M_extract(void*&);

template class basic_stringbuf<char>;
template class basic_istringstream<char>;
template class basic_ostringstream<char>;
template class basic_stringstream<char>;

}  // namespace std

template class __gnu_cxx::stdio_sync_filebuf<char>;  // behind std::cout

namespace {

// The fill character of a stream is made when it is first asked for. Threads that print at the same time do so without a race,
// whatever the library does meanwhile: so it is made before the first run.
__attribute__((constructor(103))) void make_fills() {
  static std::ios_base::Init standard_streams_are_there;
  for (std::ostream* stream : {&std::cout, &std::cerr, &std::clog}) stream->fill();
}

}  // namespace

// The instantiations of the library would otherwise be found by those who reach numbers through a locale.
extern "C" int __heddle_facets;
__attribute__((used)) static int* const facets = &__heddle_facets;
