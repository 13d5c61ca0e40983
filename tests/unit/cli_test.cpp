#include <gtest/gtest.h>

#include <cstring>
#include <variant>

#include "cli/amounts.h"
#include "cli/compiler_arguments.h"
#include "cli/finding_files.h"
#include "cli/options.h"
#include "cli/search_options.h"
#include "cli/thread_table.h"

namespace heddle {
namespace {

using Words = std::vector<std::string>;

TEST(Amounts, Durations) {
  EXPECT_EQ(parse_duration("10s"), 10);
  EXPECT_EQ(parse_duration("500ms"), 0.5);
  EXPECT_EQ(parse_duration("2m"), 120);
  EXPECT_EQ(parse_duration("3"), 3);
  for (const char* wrong : {"", "s", "-1s", "10 s", "1d", "0", "nan", "1e400"})
    EXPECT_FALSE(parse_duration(wrong)) << wrong;
}

TEST(Amounts, Sizes) {
  EXPECT_EQ(parse_size("512M"), 512ull << 20);
  EXPECT_EQ(parse_size("2GB"), 2ull << 30);
  EXPECT_EQ(parse_size("1.5k"), 1536u);
  EXPECT_EQ(parse_size("100"), 100u);
  for (const char* wrong : {"", "M", "-1M", "1X", "1MM", "0", "99999999T"}) EXPECT_FALSE(parse_size(wrong)) << wrong;
}

TEST(CompilerArguments, AreToldFromOurs) {
  const auto split = split_arguments({"check", "--engine", "dfs", "-I", "inc", "-DN=3", "-std=c++20", "a.cpp", "-j",
                                      "2", "b.c", "-lm", "-isystem", "sys", "--json", "-", "--", "-x", "y"});
  EXPECT_EQ(split.ours, (Words{"check", "--engine", "dfs", "a.cpp", "-j", "2", "b.c", "--json", "-"}));
  EXPECT_EQ(split.compiler, (Words{"-I", "inc", "-DN=3", "-std=c++20", "-lm", "-isystem", "sys"}));
  EXPECT_EQ(split.program, (Words{"-x", "y"}));
}

TEST(Options, ACheckIsRead) {
  const auto line = parse_command_line({"check", "--seed", "7", "-O2", "--time-limit", "2m", "--memory-limit=1G", "-j2",
                                        "--keep-going", "a.c", "b.c", "--", "--engine"});
  ASSERT_TRUE(line) << line.error().message;
  EXPECT_EQ(line->command, CommandLine::Command::kCheck);
  EXPECT_EQ(line->check.inputs, (Words{"a.c", "b.c"}));
  EXPECT_EQ(line->check.seed, 7u);
  EXPECT_EQ(line->check.time_limit, 120);
  EXPECT_EQ(line->check.memory_limit, 1ull << 30);
  EXPECT_EQ(line->check.jobs, 2);
  EXPECT_TRUE(line->check.keep_going);
  EXPECT_EQ(line->check.engine, kDefaultEngine);
  EXPECT_EQ(line->check.compiler_options, Words{"-O2"});
  EXPECT_EQ(line->check.program_args, Words{"--engine"});
}

TEST(Options, WrongUseHasAHint) {
  const std::vector<Words> wrong = {{},
                                    {"check"},
                                    {"frobnicate"},
                                    {"check", "--no-such-option", "a.c"},
                                    {"check", "--engine", "none", "a.c"},
                                    {"check", "--time-limit", "soon", "a.c"},
                                    {"check", "--memory-limit", "much", "a.c"},
                                    {"check", "-j", "0", "a.c"},
                                    {"check", "--max-executions", "0", "a.c"},
                                    {"check", "--max-executions", "many", "a.c"},
                                    {"check", "--executor", "lunar", "a.c"},
                                    {"check", "-j2", "--executor", "remote", "a.c"},
                                    {"replay"},
                                    {"replay", "-O2", "x.heddle"}};
  for (const auto& args : wrong) {
    const auto line = parse_command_line(args);
    ASSERT_FALSE(line) << (args.empty() ? "" : args.back());
    EXPECT_FALSE(line.error().message.empty());
    EXPECT_FALSE(line.error().hint.empty()) << line.error().message;
  }
}

TEST(Options, HelpNamesTheCommand) {
  const auto line = parse_command_line({"check", "--help"});
  ASSERT_TRUE(line);
  EXPECT_EQ(line->command, CommandLine::Command::kHelp);
  EXPECT_NE(line->help.find("heddle check"), std::string::npos) << line->help;
}

TEST(ThreadTable, NamesBecomeParentsAndIndexes) {
  const auto table = thread_table({"main", "main.0", "main.0.2", "main.1"});
  ASSERT_TRUE(table);
  EXPECT_EQ((*table)[2].parent, 1);
  EXPECT_EQ((*table)[2].index, 2);
  EXPECT_EQ((*table)[3].parent, 0);
  EXPECT_FALSE(thread_table({}));
  EXPECT_FALSE(thread_table({"main", "main.0.1"}));
  EXPECT_FALSE(thread_table({"main", "main.x"}));
}

TEST(ShellQuoted, OnlyWhereNeeded) {
  EXPECT_EQ(shell_quoted("a/b.heddle"), "a/b.heddle");
  EXPECT_EQ(shell_quoted("a b"), "'a b'");
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
}

// Each row of the table reaches the command line, a worker, and whoever compares two searches.
TEST(SearchOptions, AreReadSaidAndGiven) {
  for (const SearchOption& row : search_options()) {
    const bool flag = std::holds_alternative<bool CheckOptions::*>(row.field);
    const std::string value = row.name == std::string("--check")      ? "assertion"
                              : row.name == std::string("--input")    ? "random"
                              : !row.values.empty()                   ? row.values.back()
                              : row.name == std::string("--strategy") ? "1"
                                                                      : "7";
    // One that is for a single engine is refused without it.
    const std::string name = row.name;
    const bool chooses = name == "--relevance" || name == "--array-choices";
    const std::string engine = std::string("--engine=") + (name == "--dependence" ? "mcr-trace"
                                                           : name == "--strategy" ? "mpc-trace"
                                                           : chooses              ? "dfs"
                                                                                  : "mcr");
    const auto line =
        parse_command_line({"check", "a.c", engine, flag ? row.name : std::string(row.name) + "=" + value});
    ASSERT_TRUE(line) << row.name;
    std::string said;
    for (const std::string& word : search_words(line->check)) said += (said.empty() ? "" : " ") + word;
    EXPECT_TRUE(said == row.name || said == row.name + std::string(" ") + value ||
                said == row.name + std::string("=") + value)
        << said;
    const auto again = parse_command_line(
        {"check", "a.c", engine, said.substr(0, said.find(' ')) + (said.find(' ') == said.npos ? "" : "=" + value)});
    EXPECT_EQ(search_words(again->check), search_words(line->check));
    WorkerSettings usual, given;
    CheckOptions some;  // these two say something about checks of some kinds
    some.kinds = row.name == std::string("--no-peek") || row.name == std::string("--no-prune") ? "assertion" : "all";
    give_search_options(some, usual);
    CheckOptions with = line->check;
    if (some.kinds != "all") with.kinds = some.kinds;
    give_search_options(with, given);
    EXPECT_NE(std::memcmp(&usual, &given, sizeof usual), 0) << row.name;
    CheckOptions replayed;
    read_settings(replayed_settings(line->check), replayed);
    const bool lost = std::visit([&](auto field) { return replayed.*field == CheckOptions().*field; }, row.field);
    EXPECT_EQ(lost, row.key == nullptr) << row.name;
  }
}

TEST(SearchOptions, StoppingAtARaceFindsNoOtherRuns) {
  EXPECT_TRUE(search_words(parse_command_line({"check", "a.c", "--race=stop"})->check).empty());
  EXPECT_EQ(search_words(parse_command_line({"check", "a.c", "--leaks", "--", "x"})->check),
            (std::vector<std::string>{"--leaks", "--", "x"}));
}

}  // namespace
}  // namespace heddle
