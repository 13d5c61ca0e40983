// Every reader of files, fed with valid files that were damaged at random: bytes changed, cut out, repeated, the end missing.
// A reader must say no or read something; under the sanitizers it must not do anything else. Seeds are fixed; a failure
// repeats.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "base/hash.h"
#include "certificate/verify.h"
#include "cli/configuration.h"
#include "explore/engine.h"
#include "explore/search.h"
#include "model/executor.h"
#include "model/generate.h"
#include "remote/checkpoint_file.h"
#include "report/picks.h"
#include "report/schedule_file.h"

namespace heddle {
namespace {

class Damage {
 public:
  explicit Damage(uint64_t seed) : random_(seed) {}

  std::string operator()(std::string bytes) {
    for (uint32_t n = 1 + below(3); n > 0 && !bytes.empty(); --n) once(bytes);
    return bytes;
  }

 private:
  uint32_t below(size_t n) { return random_.below(static_cast<uint32_t>(n)); }

  void once(std::string& bytes) {
    const size_t at = below(bytes.size());
    const size_t length = std::min<size_t>(1 + below(12), bytes.size() - at);
    switch (below(6)) {
      case 0: bytes[at] = static_cast<char>(bytes[at] ^ 1 << below(8)); break;
      case 1: bytes[at] = static_cast<char>(below(256)); break;
      case 2: bytes.erase(at, length); break;
      case 3: bytes.insert(at, bytes.substr(at, length)); break;
      case 4: bytes.replace(at, 1, "99999999999999999999"); break;  // numbers out of range
      default: bytes.resize(at);
    }
  }

  Random random_;
};

// A file that is gone after the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(const char* name)
      : path_(std::filesystem::temp_directory_path() / ("heddle-damage-" + std::to_string(getpid()) + "-" + name)) {}
  ~TemporaryFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_; }
  void write(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }
  std::string read() const {
    std::ifstream in(path_, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }

 private:
  std::filesystem::path path_;
};

void damage_often(const std::string& valid, int times, const std::function<void(const std::string&)>& read) {
  for (int seed = 1; seed <= times; ++seed) {
    Damage damage(static_cast<uint64_t>(seed));
    SCOPED_TRACE(seed);
    read(damage(valid));
  }
}

TEST(DamagedInput, ScheduleFiles) {
  ScheduleFile content;
  content.heddle = "0.1.0";
  content.directory = "/tmp";
  content.sources = {"a.c", "b.cpp"};
  content.options = {"-O2", "-DX=1"};
  content.engine = "mcr";
  content.threads = {"main", "main.0"};
  content.schedule = "main*2 main.0 =2 main";
  content.shared = {"0x1000*2"};
  content.message = "an assertion";
  content.line = 12;
  const TemporaryFile file("schedule");
  ASSERT_TRUE(write_schedule_file(file.path(), content));
  const std::string valid = file.read();
  ASSERT_TRUE(read_schedule_file(file.path()));
  damage_often(valid, 2000, [&](const std::string& bytes) {
    file.write(bytes);
    if (const auto read = read_schedule_file(file.path())) read_picks(read->schedule, read->threads);
  });
}

TEST(DamagedInput, Picks) {
  const std::vector<std::string> names{"main", "main.0", "main.1"};
  damage_often("main*2 main.0 =2 main.1*30 main", 3000, [&](const std::string& text) { read_picks(text, names); });
}

TEST(DamagedInput, Checkpoints) {
  Checkpoint checkpoint;
  checkpoint.build_id = "id", checkpoint.engine = "mcr";
  checkpoint.state.open.resize(2);
  checkpoint.state.open[0].engine = "some bytes";
  checkpoint.state.open[1].threads.resize(2);
  checkpoint.state.places = {0x1000, 0x2000};
  checkpoint.state.found.resize(1);
  checkpoint.state.found[0].picks = {1, 2, 3};
  const TemporaryFile file("checkpoint");
  ASSERT_TRUE(write_checkpoint(file.path(), checkpoint));
  const std::string valid = file.read();
  ASSERT_TRUE(read_checkpoint(file.path()));
  damage_often(valid, 2000, [&](const std::string& bytes) {
    file.write(bytes);
    (void)read_checkpoint(file.path());
  });
}

TEST(DamagedInput, Configurations) {
  const TemporaryFile file("heddle.toml");
  const std::string valid =
      "engine = \"mcr\"\ntime-limit = \"10m\"\njobs = 2\nleaks = true\n\n[[suppress]]\nkind = \"race\"\n"
      "function = \"log_*\"\nreason = \"known\"\n";
  damage_often(valid, 2000, [&](const std::string& bytes) {
    file.write(bytes);
    (void)read_configuration(file.path());
  });
  file.write("[[[suppress]]\n");
  EXPECT_FALSE(read_configuration(file.path()));
}

// With a checksum that fits, so that what is behind it is reached.
TEST(DamagedInput, Certificates) {
  const std::string valid = "heddle-certificate " + std::to_string(certificate::kVersion) +
                            "\n"
                            "cell memory at 0x1000 length 4 value 0 known 0xffffffff\ncell lock at 0x2000 length 1\n"
                            "cell semaphore at 0x3000 length 1 value 1 known 0xffffffffffffffff\n"
                            "thread 0 root 1\nthread 1 root 8\n"
                            "node 1 create at 1\nthen 1 2\n"
                            "node 2 lock at 0x2000\nthen 2 3\n"
                            "node 3 read at 0x1000 length 4\nedge 3 4 told 0\nedge 3 12 told 5\n"
                            "node 4 unlock at 0x2000\nedge 4 5 told 0\n"
                            "node 5 join at 1\nthen 5 6\n"
                            "node 6 sem-wait at 0x3000\nthen 6 7\n"
                            "node 7 end-process\n"
                            "node 8 lock at 0x2000\nthen 8 9\n"
                            "node 9 write at 0x1000 length 4 value 5\nthen 9 10\n"
                            "node 10 unlock at 0x2000\nedge 10 11 told 0\n"
                            "node 11 end\n"
                            "node 12 unlock at 0x2000\nedge 12 13 told 0\n"
                            "node 13 join at 1\nthen 13 14\n"
                            "node 14 sem-wait at 0x3000\nthen 14 15\n"
                            "node 15 end-process\n";
  const auto read = [](const std::string& text) {
    const auto parsed = certificate::parse(text + certificate::checksum_line(text));
    if (!parsed) {
      certificate::Verdict refused;
      refused.reason = parsed.error().message;
      return refused;
    }
    certificate::Limits limits;
    limits.memory = 1 << 20;
    return certificate::verify(*parsed, limits);
  };
  ASSERT_EQ(read(valid).reason, "");
  ASSERT_EQ(read(valid).kind, certificate::Verdict::kConfirmed);
  damage_often(valid, 3000, [&](const std::string& bytes) { read(bytes); });
}

// What engines save of their open work. mcr is left out: its pool is loaded as it was saved, and only the checksum of a checkpoint
// says that nothing was damaged.
TEST(DamagedInput, SavedEngines) {
  for (const char* name : {"dfs", "random", "pct", "icb", "dpor", "icb+dpor", "optimal"}) {
    SCOPED_TRACE(name);
    const model::Program program = model::generate(5);
    model::ModelExecutor executor(program);
    const auto engine = make_engine(name, {});
    Work work;
    for (int run = 0; run < 12 && engine->next(work); ++run)
      if (!work.pause) engine->observe(work, executor.run(work.schedule));
    Writer out;
    engine->save(out);
    const std::string valid = out.take();
    damage_often(valid, 150, [&](const std::string& bytes) {
      const auto fresh = make_engine(name, {});
      Reader in(bytes);
      fresh->load(in);
    });
  }
}

}  // namespace
}  // namespace heddle
