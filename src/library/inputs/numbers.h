// Whole numbers in text, see numbers.cpp.
#pragma once
#include "library/inputs/names.h"

namespace heddle::inputs {

struct Number {
  unsigned long value;  // without its sign
  bool negative;
  bool large;      // it has so many digits that it may not fit
  bool overflows;  // it does not
  const char* end;  // behind the last digit; where the text began if there is none
};
Number read_number(const char* s, int base);
// As strtol and strtoul return it.
long signed_number(const Number& n);
unsigned long unsigned_number(const Number& n);

}  // namespace heddle::inputs
