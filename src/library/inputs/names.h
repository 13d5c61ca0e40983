// Functions of the C library as code that follows inputs: each by the name that the pass puts in the place of the function's own
// (src/instrument/input_functions.cpp), where the program is compiled for inputs.
#pragma once
#include <cstddef>
#include <cstdio>
#include <cstdlib>

#define HEDDLE_IN(NAME) heddle_in_##NAME
#define FOLLOWED extern "C" __attribute__((visibility("default")))
