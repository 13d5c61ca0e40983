// Files that are written whole, streams that remember why they failed, and processes.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "system/descriptor_stream.h"
#include "system/process.h"
#include "system/whole_file.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class WholeFileTest : public testing::Test {
 protected:
  WholeFileTest() {
    std::string pattern = fs::temp_directory_path() / "heddle-system-XXXXXX";
    dir = mkdtemp(pattern.data());
  }
  ~WholeFileTest() override { fs::remove_all(dir); }
  fs::path dir;
};

TEST_F(WholeFileTest, ReplacesAndLeavesNothingElse) {
  ASSERT_TRUE(write_whole_file(dir / "a", "first"));
  chmod((dir / "a").c_str(), 0640);
  ASSERT_TRUE(write_whole_file(dir / "a", "second"));
  EXPECT_EQ(content(dir / "a"), "second");
  struct stat info;
  ASSERT_EQ(stat((dir / "a").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
  EXPECT_EQ(std::distance(fs::directory_iterator(dir), fs::directory_iterator()), 1);
}

TEST_F(WholeFileTest, ALinkStaysALink) {
  ASSERT_TRUE(write_whole_file(dir / "a", "first"));
  fs::create_symlink("a", dir / "b");
  ASSERT_TRUE(write_whole_file(dir / "b", "second"));
  EXPECT_EQ(content(dir / "a"), "second");
  EXPECT_TRUE(fs::is_symlink(dir / "b"));
}

TEST_F(WholeFileTest, FailuresAreSaid) {
  const auto why = [](const Status& s) { return s ? "" : s.error().message; };
  fs::create_symlink("/dev/full", dir / "full");  // the device itself must survive a mistake here
  fs::create_symlink("/dev/null", dir / "null");
  EXPECT_EQ(why(write_whole_file(dir / "full", "x")),
            "cannot write " + (dir / "full").string() + ": No space left on device");
  EXPECT_EQ(why(write_whole_file(dir, "x")), "cannot write " + dir.string() + ": Is a directory");
  EXPECT_EQ(why(write_whole_file(dir / "no/a", "x")),
            "cannot write " + (dir / "no/a").string() + ": No such file or directory");
  EXPECT_TRUE(write_whole_file(dir / "null", "x"));
  auto full = WholeFile::open(dir / "full");
  ASSERT_TRUE(full);
  EXPECT_FALSE(full->write("x"));
  EXPECT_FALSE(WholeFile::open(dir));
}

TEST_F(WholeFileTest, AFailureLeavesTheOldContent) {
  ASSERT_TRUE(write_whole_file(dir / "a", "old"));
  fs::create_directory(dir / "a.new");  // so that it cannot be written beside
  ASSERT_TRUE(write_whole_file(dir / "a", "in place"));
  EXPECT_EQ(content(dir / "a"), "in place");
}

TEST(DescriptorStream, RemembersWhyItFailed) {
  const int fd = open("/dev/full", O_WRONLY | O_CLOEXEC);
  DescriptorStream out(fd, "standard output");
  EXPECT_TRUE(out.written());
  out << "lost" << std::endl;
  out << "more";
  const auto written = out.written();
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message, "cannot write to standard output: No space left on device");
  close(fd);
}

TEST_F(WholeFileTest, StreamsOfChildrenAreWhatTheLaunchSays) {
  const int out = open((dir / "out").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  ASSERT_GE(out, 3);
  Launch launch;
  launch.words = {"/bin/sh", "-c", "echo $GIVEN; echo ${HOME-none} >&2; read line; echo end $?"};
  launch.input = Launch::kNull;
  launch.output = launch.error = out;
  launch.environment = {"GIVEN=word", "HOME"};
  auto child = ChildProcess::start(launch);
  ASSERT_TRUE(child);
  EXPECT_EQ(child->wait(), Death{});
  close(out);
  EXPECT_EQ(content(dir / "out"), "word\nnone\nend 1\n");
}

TEST(ChildProcess, SaysHowItEnded) {
  const auto end_of = [](const char* script) {
    Launch launch;
    launch.words = {"/bin/sh", "-c", script};
    return ChildProcess::start(launch)->wait();
  };
  EXPECT_EQ(end_of("exit 3"), (Death{false, 3}));
  EXPECT_EQ(end_of("kill -15 $$"), (Death{true, 15}));
  Launch none;
  none.words = {"/no/such/program"};
  const auto child = ChildProcess::start(none);
  ASSERT_FALSE(child);
  EXPECT_EQ(child.error().message, "cannot start /no/such/program: No such file or directory");
}

TEST(ChildProcess, ATestedOneIsEndedWithAllThatItStarted) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  Launch launch;
  launch.words = {"/bin/sh", "-c", "sleep 1000 & sleep 1000"};
  launch.output = ends[1];
  launch.tested = true;
  auto child = ChildProcess::start(launch);
  ASSERT_TRUE(child);
  close(ends[1]);
  EXPECT_FALSE(child->ended());
  usleep(50000);  // it has started the other
  child->kill();
  EXPECT_EQ(child->ended(), (Death{true, 9}));
  char byte;
  EXPECT_EQ(read(ends[0], &byte, 1), 0);  // nobody holds the other end
  close(ends[0]);
}

}  // namespace
}  // namespace heddle
