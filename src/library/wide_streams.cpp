// What libstdc++ has compiled for streams of wchar_t.
#include <ext/stdio_sync_filebuf.h>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <istream>
#include <locale>
#include <ostream>
#include <sstream>
#include <streambuf>

namespace std {

template class basic_ios<wchar_t>;
template class basic_streambuf<wchar_t>;
template class basic_istream<wchar_t>;
template class basic_ostream<wchar_t>;
template class basic_iostream<wchar_t>;

template wostream& operator<<(wostream&, wchar_t);
template wostream& operator<<(wostream&, char);
template wostream& operator<<(wostream&, const wchar_t*);
template wostream& operator<<(wostream&, const char*);
template wostream& __ostream_insert(wostream&, const wchar_t*, streamsize);
template wostream& operator<<(wostream&, const wstring&);
template wostream& endl(wostream&);
template wostream& ends(wostream&);
template wostream& flush(wostream&);
template wistream& operator>>(wistream&, wchar_t&);
template wistream& operator>>(wistream&, wstring&);
template wistream& ws(wistream&);
template wistream& getline(wistream&, wstring&);
template wostream& operator<<(wostream&, _Setfill<wchar_t>);

template wostream& wostream::_M_insert(long);
template wostream& wostream::_M_insert(unsigned long);
template wostream& wostream::_M_insert(long long);
template wostream& wostream::_M_insert(unsigned long long);
template wostream& wostream::_M_insert(bool);
template wostream& wostream::_M_insert(double);
template wostream& wostream::_M_insert(long double);
template wostream& wostream::_M_insert(const void*);
template wistream& wistream::_M_extract(unsigned short&);
template wistream& wistream::_M_extract(unsigned int&);
template wistream& wistream::_M_extract(long&);
template wistream& wistream::_M_extract(unsigned long&);
template wistream& wistream::_M_extract(long long&);
template wistream& wistream::_M_extract(unsigned long long&);
template wistream& wistream::_M_extract(bool&);
template wistream& wistream::_M_extract(float&);
template wistream& wistream::_M_extract(double&);
template wistream& wistream::_M_extract(long double&);
template wistream& wistream::_M_extract(void*&);

template class basic_stringbuf<wchar_t>;
template class basic_istringstream<wchar_t>;
template class basic_ostringstream<wchar_t>;
template class basic_stringstream<wchar_t>;
template class basic_filebuf<wchar_t>;
template class basic_ifstream<wchar_t>;
template class basic_ofstream<wchar_t>;
template class basic_fstream<wchar_t>;

template class num_get<wchar_t>;
template class num_put<wchar_t>;
template class time_get<wchar_t>;
template class time_put<wchar_t>;

}  // namespace std

template class __gnu_cxx::stdio_sync_filebuf<wchar_t>;  // behind std::wcout

namespace {

// As for std::cout (streams.cpp).
__attribute__((constructor(103))) void make_fills() {
  static std::ios_base::Init standard_streams_are_there;
  for (std::wostream* stream : {&std::wcout, &std::wcerr, &std::wclog}) stream->fill();
}

}  // namespace
