// Random model programs, printed as C, compiled with the real tool chain into one executable.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/program.h"

namespace heddle::oracle {

struct CompiledPrograms {
  std::string path;  // run with the number of a program as its argument
  std::vector<model::Program> programs;
  std::vector<std::map<uint64_t, uint64_t>> objects;  // per program: address in the executable → address in the model
};

// Compiles `count` random programs, with seeds from `seed` on, into `directory`.
Result<CompiledPrograms> compile_random_programs(int count, uint64_t seed, const std::string& directory);

}  // namespace heddle::oracle
