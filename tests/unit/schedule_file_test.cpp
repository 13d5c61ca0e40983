#include "report/schedule_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "report/picks.h"
#include "report/place_names.h"

extern "C" {
extern uint64_t heddle_test_shared_table[4];
uint64_t heddle_test_shared_table[4] = {1};
}

namespace heddle {
namespace {

std::string temporary_file() {
  return std::filesystem::temp_directory_path() / ("heddle-schedule-test-" + std::to_string(getpid()) + ".heddle");
}

Step step(Step::Kind kind, uint16_t pick) {
  Step s;
  s.kind = kind;
  s.pick = pick;
  return s;
}

TEST(Picks, GoThereAndBack) {
  const std::vector<std::string> names{"main", "main.0", "main.0.0"};
  const std::vector<Step> steps{step(Step::kThread, 0), step(Step::kThread, 0), step(Step::kThread, 2),
                                step(Step::kValue, 2), step(Step::kThread, 1)};
  const std::string text = write_picks(steps, names);
  EXPECT_EQ(text, "main*2 main.0.0 =2 main.0");
  EXPECT_EQ(read_picks(text, names), (std::vector<uint16_t>{0, 0, 2, 2, 1}));
}

TEST(Picks, NonsenseIsRefused) {
  for (const char* wrong : {"main.7", "main*", "main*x", "=", "=x", "=70000", "main*99999999"})
    EXPECT_FALSE(read_picks(wrong, {"main"})) << wrong;
}

TEST(PlaceNames, AddressesGoThereAndBack) {
  const std::vector<uint64_t> places{0x1000, 0x1008, 0x2000};
  const auto words = write_places(places, nullptr);
  EXPECT_EQ(words, (std::vector<std::string>{"0x1000*2", "0x2000"}));
  EXPECT_EQ(read_places(words, nullptr), places);
  const std::vector<uint64_t> by_bytes{0x1008, 0x2002 | uint64_t{0x0f} << 56, 0x2002 | uint64_t{0xf0} << 56};
  EXPECT_EQ(write_places(by_bytes, nullptr), (std::vector<std::string>{"0x1008", "0x2000/0f", "0x2000/f0"}));
  EXPECT_EQ(read_places(write_places(by_bytes, nullptr), nullptr), by_bytes);
  EXPECT_TRUE(read_places({"x", "0x1000/1ff", "0xzz", "gone+8", "0x1000*99999999"}, nullptr).empty());
}

TEST(PlaceNames, VariablesAreNamed) {
  const auto self = ElfFile::open("/proc/self/exe");
  ASSERT_TRUE(self);
  const auto address = self->address_of("heddle_test_shared_table");
  ASSERT_TRUE(address);
  const uint64_t granule = *address / 8 * 8;
  const auto words = write_places({granule + 8, granule + 16}, &*self);
  EXPECT_EQ(words, std::vector<std::string>{"heddle_test_shared_table+8*2"});
  EXPECT_EQ(read_places(words, &*self), (std::vector<uint64_t>{granule + 8, granule + 16}));
}

TEST(ScheduleFile, GoesThereAndBack) {
  ScheduleFile file;
  file.heddle = "1.2";
  file.directory = "/somewhere";
  file.sources = {"a.c", "b \"quoted\".c"};
  file.options = {"-DN=3"};
  file.args = {"x", ""};
  file.build_id = "0123";
  file.engine = "dfs";
  file.settings = {{"leaks", true}, {"spurious", false}, {"max_steps", uint64_t{17}}};
  file.threads = {"main", "main.0"};
  file.schedule = "main*2 main.0";
  file.shared = {"balance+0", "0x2000*2"};
  file.kind = FindingKind::kUseAfterFree;
  file.message = "block of 8 bytes";
  file.thread = "main.0";
  file.file = "a.c";
  file.line = 12;
  const std::string path = temporary_file();
  ASSERT_TRUE(write_schedule_file(path, file));
  const auto read = read_schedule_file(path);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->sources, file.sources);
  EXPECT_EQ(read->options, file.options);
  EXPECT_EQ(read->args, file.args);
  EXPECT_EQ(read->threads, file.threads);
  EXPECT_EQ(read->schedule, file.schedule);
  EXPECT_EQ(read->shared, file.shared);
  EXPECT_EQ(read->kind, file.kind);
  EXPECT_EQ(read->line, 12u);
  EXPECT_EQ(read->settings, file.settings);
  std::filesystem::remove(path);
}

TEST(ScheduleFile, DamageIsAnError) {
  const std::string path = temporary_file();
  EXPECT_FALSE(read_schedule_file(path));
  for (const char* text :
       {"", "{}", "[1]", "not json", R"({"format":"heddle-schedule"})",
        R"({"format":"heddle-schedule","version":99,"heddle":"9"})",
        R"({"format":"heddle-schedule","version":1,"heddle":7})", R"({"format":17,"version":"x"})"}) {
    std::ofstream(path) << text;
    const auto read = read_schedule_file(path);
    EXPECT_FALSE(read) << text;
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace heddle
