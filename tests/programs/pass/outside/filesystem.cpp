// VERDICT: verified
// FALLBACK: every execution was run
#include <cassert>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>
namespace fs = std::filesystem;
std::mutex m;
fs::path shared = "here";
int main() {
  const fs::path mine = fs::temp_directory_path() / "heddle_filesystem_test";
  assert(!fs::exists(mine));
  const auto work = [&](const char* name) {
    std::error_code error;
    fs::create_directories(mine, error);
    std::ofstream(mine / name) << name;
    assert(fs::file_size(mine / name) == 1);
    const std::lock_guard<std::mutex> guard(m);
    shared /= name;
  };
  std::thread t(work, "a"), u(work, "b");
  t.join();
  u.join();
  int files = 0;
  for (const fs::directory_entry& each : fs::directory_iterator(mine)) files += each.path().filename().string().size() == 1;
  assert(files == 2 && (shared == "here/a/b" || shared == "here/b/a"));
  assert(fs::path("/x/y.txt").replace_extension(".c") == "/x/y.c" && fs::path("/x/y").remove_filename() == "/x/");
  assert(fs::remove_all(mine) == 3);
}
