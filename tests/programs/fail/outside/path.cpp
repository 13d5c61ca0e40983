// VERDICT: bug:race
#include <filesystem>
#include <thread>
std::filesystem::path place = "/a";
int main() {
  std::thread t([] { place /= "b"; });
  volatile bool absolute = place.has_parent_path();
  t.join();
}
