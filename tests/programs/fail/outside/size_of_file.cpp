// How large a file is depends on what another thread has written to it through a stream that was open already.
// VERDICT: bug:assertion
#include <cassert>
#include <filesystem>
#include <fstream>
#include <thread>

int main() {
  const auto name = std::filesystem::temp_directory_path() / "heddle_size_of_file";
  std::ofstream file(name);
  std::thread writer([&] {
    file << "text";
    file.flush();
  });
  assert(std::filesystem::file_size(name) == 0);  // BUG
  writer.join();
}
