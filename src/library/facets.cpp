// Numbers to and from streams: a locale holds objects with virtual functions, which the library finds by these names.
#include <locale>

namespace std {

template class num_get<char>;
template class num_put<char>;
template class time_get<char>;
template class time_put<char>;
template class money_get<char>;
template class money_put<char>;
template class collate<char>;

}  // namespace std

extern "C" int __heddle_facets;
int __heddle_facets = 1;
