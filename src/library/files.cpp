// Streams of char on files.
#include <fstream>

namespace std {

template class basic_filebuf<char>;
template class basic_ifstream<char>;
template class basic_ofstream<char>;
template class basic_fstream<char>;

}  // namespace std
