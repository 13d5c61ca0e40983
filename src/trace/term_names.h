// What the operators of terms are called in files.
#pragma once
#include <iterator>

#include "trace/term.h"

namespace heddle {

constexpr const char* name(TermOp op) {
  constexpr const char* kNames[] = {
      "constant",       "register", "add",      "sub",         "mul",         "udiv",      "sdiv",      "urem",
      "srem",           "and",      "or",       "xor",         "shl",         "lshr",      "ashr",      "equal",
      "uless",          "sless",    "truncate", "zero-extend", "sign-extend", "byte-swap", "pop-count", "leading-zeros",
      "trailing-zeros", "select",   "pair"};
  static_assert(std::size(kNames) == kTermOps);
  return kNames[static_cast<int>(op)];
}

}  // namespace heddle
