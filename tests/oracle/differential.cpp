#include "differential.h"

#include <cstdio>
#include <fstream>
#include <regex>

#include "model/c_source.h"
#include "model/generate.h"
#include "model/interpreter.h"
#include "toolchain/build.h"

namespace heddle::oracle {
namespace {

constexpr int kProgramsPerFile = 50;

// All programs live in one executable, so the names of each get a prefix. Each variable gets a granule of its own, so
// that finding out that one is shared says nothing about its neighbour.
std::string with_prefix(const std::string& source, int number) {
  static const std::regex names(R"(\b([vmcsbt][0-9]+|setup|main|late)\b)"), variables(R"(\nint v)");
  return std::regex_replace(std::regex_replace(source, variables, "\n_Alignas(8) int v"), names,
                            "p" + std::to_string(number) + "_$1");
}

void write_sources(CompiledPrograms& all, const std::string& directory, std::vector<std::string>& files) {
  const int count = static_cast<int>(all.programs.size());
  for (int begin = 0; begin < count; begin += kProgramsPerFile) {
    files.push_back(directory + "/programs" + std::to_string(begin) + ".c");
    std::ofstream out(files.back());
    for (int i = begin; i < count && i < begin + kProgramsPerFile; ++i)
      out << with_prefix(model::to_c(all.programs[static_cast<size_t>(i)]), i);
  }
  files.push_back(directory + "/dispatch.c");
  std::ofstream out(files.back());
  out << "#include <stdlib.h>\n";
  for (int i = 0; i < count; ++i) out << "int p" << i << "_main(void);\n";
  out << "static int (*const mains[])(void) = {";
  for (int i = 0; i < count; ++i) out << "p" << i << "_main,";
  out << "};\nint main(int argc, char **argv) { return mains[atoi(argv[argc - 1])](); }\n";
}

// Where each variable, lock and so on ended up.
void read_symbols(CompiledPrograms& all) {
  all.objects.resize(all.programs.size());
  FILE* symbols = popen(("nm " + all.path).c_str(), "r");
  char line[512];
  while (symbols != nullptr && std::fgets(line, sizeof line, symbols)) {
    unsigned long address;
    unsigned program, number;
    char type, kind;
    if (std::sscanf(line, "%lx %c p%u_%c%u", &address, &type, &program, &kind, &number) != 5) continue;
    if (program >= all.objects.size()) continue;
    const uint64_t base = kind == 'v'   ? model::kVariableBase
                          : kind == 'm' ? model::kMutexBase
                          : kind == 'c' ? model::kConditionBase
                          : kind == 's' ? model::kSemaphoreBase
                          : kind == 'b' ? model::kBarrierBase
                                        : 0;
    if (base != 0) all.objects[program][address] = base + 8 * number;
  }
  if (symbols != nullptr) pclose(symbols);
}

}  // namespace

Result<CompiledPrograms> compile_random_programs(int count, uint64_t seed, const std::string& directory) {
  CompiledPrograms all;
  model::GenerateOptions options;
  options.nested = false;  // thread ids are then the same in the model and in the process
  options.blocks = false;  // the compiler makes single accesses of small ones
  for (int i = 0; i < count; ++i) all.programs.push_back(model::generate(seed + static_cast<uint64_t>(i), options));
  BuildRequest request;
  request.output_dir = directory;
  request.options = {"-O1", "-w", "-D_GNU_SOURCE"};
  write_sources(all, directory, request.sources);
  auto toolchain = find_toolchain();
  if (!toolchain) return toolchain.error();
  std::string compiler_output;
  auto executable = build(*toolchain, request, compiler_output);
  if (!executable) return Error{executable.error().message + "\n" + compiler_output, ""};
  all.path = executable->path;
  read_symbols(all);
  return all;
}

}  // namespace heddle::oracle
