// heddle::check in an ordinary test process: the program itself is handed to `heddle check`, with the name of the body.
// Worker processes then start like this one, run as far as the same call and explore it there. Nothing of the body is
// ever executed in the test process, so nothing of it has to be undone here, whatever it crashes.
#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "heddle/body.h"
#include "runtime/interpose.h"

extern char** environ;

namespace heddle {
namespace {

using Words = std::vector<std::string>;
using Settings = std::map<std::string, std::string>;  // "time-limit" -> "10s"; an empty value is a flag

// "time_limit=10s"
void add_setting(Settings& settings, const std::string& text) {
  if (text.empty()) return;
  const size_t equals = std::min(text.find('='), text.size());
  std::string name = text.substr(0, equals);
  for (char& c : name)
    if (c == '_') c = '-';
  settings[name] = equals < text.size() ? text.substr(equals + 1) : "";
}

// "engine=dpor:time_limit=10s"
void add_settings(Settings& settings, const std::string& text) {
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(':', begin), text.size());
    add_setting(settings, text.substr(begin, end - begin));
    begin = end + 1;
  }
}

// The tool lies beside us: PREFIX/lib/heddle/libheddle_rt.so, PREFIX/bin/heddle.
std::string tool() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void*>(&tool), &info) == 0) return "";
  std::string path = info.dli_fname;
  for (int i = 0; i < 3; ++i) path.erase(std::min(path.rfind('/'), path.size()));
  return path + "/bin/heddle";
}

std::string own_path() {
  char path[4096];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  return n > 0 ? std::string(path, static_cast<size_t>(n)) : "";
}

Words command(const char* id, const Settings& settings, const char* const* arguments) {
  if (const auto replay = settings.find("replay"); replay != settings.end())
    return {tool(), "replay", replay->second, "--body", id};
  Words words{tool(), "check", own_path(), "--body", id};
  for (const auto& [name, value] : settings) words.push_back("--" + name + (value.empty() ? "" : "=" + value));
  words.push_back("--");
  for (; *arguments != nullptr; ++arguments) words.push_back(*arguments);
  return words;
}

// Without what tells a test framework to run only some tests, or where to write: those settings are for this process.
std::vector<char*> environment() {
  std::vector<char*> kept;
  for (char** v = environ; *v != nullptr; ++v) {
    bool ours = false;
    for (const char* name :
         {"GTEST_", "TESTBRIDGE_TEST_ONLY=", "TEST_SHARD_", "TEST_TOTAL_SHARDS=", "XML_OUTPUT_FILE="})
      ours |= std::strncmp(*v, name, std::strlen(name)) == 0;
    if (!ours) kept.push_back(*v);
  }
  kept.push_back(nullptr);
  return kept;
}

int say(const std::string& text, void (*print)(void*, const char*, size_t), void* to) {
  print(to, text.data(), text.size());
  return 2;
}

}  // namespace
}  // namespace heddle

using namespace heddle;

HEDDLE_API int heddle_body_check(const char* id, const char* const* options, const char* const* arguments,
                                 void (*print)(void*, const char*, size_t), void* to, int* passed) {
  *passed = 0;
  Settings settings;
  for (; *options != nullptr; ++options) add_setting(settings, *options);
  if (const char* more = std::getenv("HEDDLE_OPTIONS")) add_settings(settings, more);
  const bool inconclusive_passes = settings["inconclusive"] == "pass";
  settings.erase("inconclusive");
  Words words = command(id, settings, arguments);
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  int lines[2];
  if (pipe2(lines, O_CLOEXEC) != 0)
    return say(std::string("heddle: cannot make a pipe: ") + std::strerror(errno) + "\n", print, to);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, lines[1], 1);
  posix_spawn_file_actions_adddup2(&actions, lines[1], 2);
  pid_t pid = -1;
  const auto variables = environment();
  const int error = posix_spawn(&pid, argv[0], &actions, nullptr, argv.data(), variables.data());
  posix_spawn_file_actions_destroy(&actions);
  close(lines[1]);
  if (error != 0) {
    close(lines[0]);
    return say("heddle: cannot start " + words[0] + ": " + std::strerror(error) + "\n", print, to);
  }
  char buffer[4096];
  for (ssize_t n; (n = read(lines[0], buffer, sizeof buffer)) > 0 || (n < 0 && errno == EINTR);)
    if (n > 0) print(to, buffer, static_cast<size_t>(n));
  close(lines[0]);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status))
    return say("heddle: the check was killed by signal " + std::to_string(WTERMSIG(status)) + "\n", print, to);
  const int code = WEXITSTATUS(status);
  *passed = code == 0 || (code == 3 && inconclusive_passes);
  return code;
}
