// Command lines: what the drop-in compilers add, keep and take away.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "toolchain/build.h"
#include "toolchain/drop_in.h"
#include "toolchain/flags.h"
#include "toolchain/process.h"
#include "toolchain/response_file.h"

namespace heddle {
namespace {

const Toolchain kToolchain{.compiler = "",
                           .clang = "/bin/clang-19",
                           .clangxx = "/bin/clang++-19",
                           .ld_path = "/bin/ld.lld",
                           .pass = "/h/heddle_pass.so",
                           .runtime_dir = "/h",
                           .include_dir = "/h/include",
                           .cxx_object = "/h/heddle_cxx.o"};

Arguments command(bool cxx, const Arguments& arguments) {
  auto result = drop_in(kToolchain, cxx, arguments);
  EXPECT_TRUE(result) << result.error().message;
  return result ? result->command : Arguments{};
}

ptrdiff_t index_of(const Arguments& arguments, const std::string& word) {
  const auto at = std::find(arguments.begin(), arguments.end(), word);
  return at == arguments.end() ? -1 : at - arguments.begin();
}
bool has(const Arguments& arguments, const std::string& word) { return index_of(arguments, word) >= 0; }

constexpr char kPass[] = "-fpass-plugin=/h/heddle_pass.so";
constexpr char kRuntime[] = "/h/libheddle_rt.so";

TEST(DropIn, OurCompilerComesFirstExceptForQuestions) {
  Toolchain toolchain = kToolchain;
  toolchain.compiler = "/h/heddle-clang";
  const Arguments c = drop_in(toolchain, true, {"-c", "a.cpp"})->command;
  EXPECT_EQ(c[0], "/h/heddle-clang");
  EXPECT_EQ(c[1], "/bin/clang++-19");
  EXPECT_EQ(drop_in(toolchain, true, {"--version"})->command[0], "/bin/clang++-19");
}

TEST(DropIn, CompilingInstrumentsAndDoesNotLink) {
  const Arguments c = command(false, {"-c", "a.c", "-o", "a.o"});
  EXPECT_EQ(c[0], "/bin/clang-19");
  EXPECT_TRUE(has(c, kPass));
  EXPECT_TRUE(has(c, "-U_FORTIFY_SOURCE"));
  EXPECT_FALSE(has(c, kRuntime));
  EXPECT_FALSE(has(c, "-no-pie"));
}

TEST(DropIn, TakesThePlaceOfAnotherCompiler) {
  EXPECT_EQ(command(true, {"--in-place-of", "/usr/bin/g++", "-c", "a.cpp"}), command(true, {"-c", "a.cpp"}));
  EXPECT_EQ(command(true, {"--in-place-of", "/usr/bin/g++", "a.o", "-o", "a"}), command(true, {"a.o", "-o", "a"}));
}

TEST(DropIn, UsersOptimisationLevelComesAfterOurs) {
  const Arguments c = command(false, {"-c", "-O3", "a.c"});
  EXPECT_LT(index_of(c, "-O1"), index_of(c, "-O3"));
}

TEST(DropIn, LinkingPutsTheRuntimeBeforeEverything) {
  const Arguments c = command(true, {"a.o", "-lfoo", "-o", "app"});
  EXPECT_EQ(c[0], "/bin/clang++-19");
  ASSERT_TRUE(has(c, kRuntime));
  EXPECT_LT(index_of(c, kRuntime), index_of(c, "a.o"));
  EXPECT_LT(index_of(c, kRuntime), index_of(c, "-lfoo"));
  EXPECT_TRUE(has(c, "-no-pie"));
  EXPECT_TRUE(has(c, "/h/heddle_cxx.o"));
  EXPECT_FALSE(has(c, kPass)) << "nothing is compiled";
}

TEST(DropIn, CompileAndLinkInOneStep) {
  const Arguments c = command(false, {"a.c", "b.o", "-o", "app"});
  EXPECT_TRUE(has(c, kPass));
  EXPECT_TRUE(has(c, kRuntime));
  EXPECT_FALSE(has(c, "/h/heddle_cxx.o"));
}

TEST(DropIn, CDriverThatLinksTheCxxLibraryCountsAsCxx) {
  EXPECT_TRUE(has(command(false, {"a.o", "-lstdc++"}), "/h/heddle_cxx.o"));
}

TEST(DropIn, SharedLibraries) {
  const Arguments c = command(false, {"-shared", "a.o", "-o", "liba.so"});
  EXPECT_TRUE(has(c, kRuntime));
  EXPECT_FALSE(has(c, "-no-pie"));
  EXPECT_FALSE(has(c, "-rdynamic"));
  EXPECT_TRUE(has(command(false, {"-shared", "a.c"}), "-fPIC"));
}

TEST(DropIn, PositionIndependentExecutablesBecomeOrdinaryOnes) {
  const Arguments c = command(false, {"-fPIE", "-pie", "a.c"});
  EXPECT_FALSE(has(c, "-fPIE"));
  EXPECT_FALSE(has(c, "-pie"));
  EXPECT_TRUE(has(c, "-no-pie"));
  const Arguments pic = command(false, {"-fPIC", "-c", "a.c"});
  EXPECT_LT(index_of(pic, "-fno-pie"), index_of(pic, "-fPIC"));
}

TEST(DropIn, PreprocessingAndDependenciesDoNotLink) {
  for (const char* mode : {"-E", "-S", "-M", "-MM", "-fsyntax-only"}) {
    const Arguments c = command(true, {mode, "a.cpp"});
    EXPECT_FALSE(has(c, kRuntime)) << mode;
    EXPECT_TRUE(has(c, "-U_FORTIFY_SOURCE")) << mode;
  }
  EXPECT_TRUE(has(command(false, {"-MD", "-MF", "a.d", "a.c"}), kRuntime)) << "-MD only accompanies a build";
}

TEST(DropIn, QuestionsAreAnsweredByClang) {
  for (const Arguments& question : {Arguments{"--version"}, Arguments{"-v"}, Arguments{"-print-search-dirs"},
                                    Arguments{"-dumpversion"}, Arguments{"-print-file-name=libc.so"}}) {
    Arguments expected{"/bin/clang-19"};
    expected.insert(expected.end(), question.begin(), question.end());
    EXPECT_EQ(command(false, question), expected);
  }
  EXPECT_TRUE(has(command(false, {"-v", "a.c"}), kPass)) << "-v with an input builds";
}

TEST(DropIn, ArgumentsOfOptionsAreNotInputs) {
  const Arguments c = command(false, {"-o", "name", "-I", "dir", "-v"});
  EXPECT_EQ(c.size(), 6u) << "no input: passed on as it is";
}

TEST(DropIn, StandardInputAndExplicitLanguage) {
  EXPECT_TRUE(has(command(false, {"-x", "c", "-c", "-", "-o", "a.o"}), kPass));
  EXPECT_TRUE(has(command(false, {"-xc++", "-c", "thing.o"}), kPass));
}

TEST(DropIn, RelocatableLinkIsNotAProgram) { EXPECT_FALSE(has(command(false, {"-r", "a.o", "b.o"}), kRuntime)); }

TEST(DropIn, StaticLinkingIsRefused) {
  const auto result = drop_in(kToolchain, false, {"-static", "a.o"});
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("static"), std::string::npos);
  EXPECT_NE(result.error().hint.find("-static"), std::string::npos);
}

TEST(DropIn, LeavesOutWhatClashesAndSaysSo) {
  const auto result =
      drop_in(kToolchain, false, {"-flto=thin", "-fsanitize=address,undefined", "-fsanitize=thread", "-s", "a.c"});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->notes.size(), 4u);
  EXPECT_TRUE(has(result->command, "-fsanitize=undefined"));
  for (const char* gone : {"-flto=thin", "-fsanitize=thread", "-fsanitize=address,undefined", "-s"})
    EXPECT_FALSE(has(result->command, gone)) << gone;
}

TEST(DropIn, ResponseFilesAreLookedInto) {
  const auto path = std::filesystem::temp_directory_path() / ("heddle_rsp_" + std::to_string(getpid()));
  std::ofstream(path) << "-shared \"a b.o\" -Wl,-soname,x\\ y\n";
  const Arguments c = command(false, {"@" + path.string(), "-o", "x.so"});
  std::filesystem::remove(path);
  EXPECT_FALSE(has(c, "-no-pie"));
  EXPECT_TRUE(has(c, "a b.o"));
  EXPECT_TRUE(has(c, "-Wl,-soname,x y"));
}

TEST(ResponseFile, Words) {
  EXPECT_EQ(split_words("a 'b c' d\\\"e \"f 'g'\" \"\"\n"), (Arguments{"a", "b c", "d\"e", "f 'g'", ""}));
}

TEST(CompilerProcess, CollectsStandardErrorAndTheExitCode) {
  auto good = CompilerProcess::start({"/bin/sh", "-c", "echo said >&2"});
  ASSERT_TRUE(good);
  EXPECT_EQ(good->wait(), Death{});
  EXPECT_EQ(good->errors(), "said\n");
  auto bad = CompilerProcess::start({"/bin/sh", "-c", "exit 3"});
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->wait(), (Death{false, 3}));
  EXPECT_FALSE(CompilerProcess::start({"/no/such/program"}));
}

TEST(Build, RefusesWhatItCannotCompile) {
  std::string output;
  EXPECT_FALSE(build(kToolchain, {}, output));
  const auto missing = build(kToolchain, {.sources = {"/no/such.c"}, .options = {}, .output_dir = "/tmp"}, output);
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("/no/such.c"), std::string::npos);
  EXPECT_FALSE(build(kToolchain, {.sources = {"/bin/sh"}, .options = {}, .output_dir = "/tmp"}, output));
  EXPECT_TRUE(is_source("a.cpp") && is_source("a.ll") && !is_source("a.o") && !is_source("app"));
}

}  // namespace
}  // namespace heddle
