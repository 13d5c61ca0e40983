// Splits a command line of `heddle check` into what is ours and what belongs to the compiler or the program:
//
//   heddle check --engine dfs -I inc -DN=3 -std=c++20 a.cpp b.c -lm -- x y
//   ours: --engine dfs a.cpp b.c    compiler: -I inc -DN=3 -std=c++20 -lm    program: x y
#pragma once
#include <string>
#include <vector>

namespace heddle {

struct SplitArguments {
  std::vector<std::string> ours;
  std::vector<std::string> compiler;
  std::vector<std::string> program;  // after "--"
};

SplitArguments split_arguments(const std::vector<std::string>& args);

}  // namespace heddle
