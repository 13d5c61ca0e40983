#include "runtime/static_results.h"

#include <arpa/inet.h>
#include <grp.h>
#include <netdb.h>
#include <pwd.h>

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "runtime/failure.h"
#include "runtime/library_use.h"
#include "runtime/shadow.h"
#include "runtime/snapshot.h"
#include "runtime/state.h"

namespace heddle::rt {
namespace {

StaticResult results[2];  // of localtime and gmtime; of asctime. ctime writes both
constexpr uint64_t kTextSize = 26;

// Of other functions. Those below are asked before the first run if the program names them, since a replay must know then what the
// search knew; of what is not in this list it is known once it has been called, for all runs to come.
struct Learned {
  char function[24];
  StaticResult result;
};
constexpr int kMostLearned = 32;
Learned learned[kMostLearned];
int learned_count;

struct Asked {
  const char* function;
  const void* (*ask)();
  uint64_t size;
};
constexpr Asked kAsked[] = {
    {"l64a", [] { return static_cast<const void*>(l64a(1)); }, 7},
    {"ecvt",
     [] {
       int i;
       return static_cast<const void*>(ecvt(1, 1, &i, &i));
     },
     16},
    {"fcvt",
     [] {
       int i;
       return static_cast<const void*>(fcvt(1, 1, &i, &i));
     },
     16},
    {"qecvt",
     [] {
       int i;
       return static_cast<const void*>(qecvt(1, 1, &i, &i));
     },
     16},
    {"qfcvt",
     [] {
       int i;
       return static_cast<const void*>(qfcvt(1, 1, &i, &i));
     },
     16},
    {"getpwuid", [] { return static_cast<const void*>(getpwuid(0)); }, sizeof(passwd)},
    {"getpwnam", [] { return static_cast<const void*>(getpwnam("root")); }, sizeof(passwd)},
    {"getgrgid", [] { return static_cast<const void*>(getgrgid(0)); }, sizeof(group)},
    {"getgrnam", [] { return static_cast<const void*>(getgrnam("root")); }, sizeof(group)},
    {"getservbyname", [] { return static_cast<const void*>(getservbyname("http", "tcp")); }, sizeof(servent)},
    {"getservbyport", [] { return static_cast<const void*>(getservbyport(htons(80), "tcp")); }, sizeof(servent)},
    {"getprotobyname", [] { return static_cast<const void*>(getprotobyname("tcp")); }, sizeof(protoent)},
    {"getprotobynumber", [] { return static_cast<const void*>(getprotobynumber(6)); }, sizeof(protoent)},
    {"gethostbyname", [] { return static_cast<const void*>(gethostbyname("127.0.0.1")); }, sizeof(hostent)},
    {"tmpnam", [] { return static_cast<const void*>(tmpnam(nullptr)); }, L_tmpnam},
    {"localeconv", [] { return static_cast<const void*>(localeconv()); }, sizeof(lconv)},
};

bool writes_time(const char* function) {
  for (const char* name : {"gmtime", "localtime", "ctime", "asctime"})
    if (strcmp(function, name) == 0) return true;
  return false;
}

void track(StaticResult& result) {
  track_high(result.at, result.at + result.size);
  snapshot_add(result.at, result.at + result.size);
}

void keep_learned(const char* function, StaticResult result) {
  if (learned_count == kMostLearned || strlen(function) >= sizeof learned[0].function) {
    uncontrolled("the program calls %s, whose result is kept in a place that cannot be followed", function);
    return;
  }
  strcpy(learned[learned_count].function, function);
  learned[learned_count++].result = result;
}

}  // namespace

void static_results_start() {
  PassThrough ours;
  for (const Asked& each : kAsked) {
    if (!program_names(each.function)) continue;
    const StaticResult result{reinterpret_cast<uint64_t>(each.ask()), each.size};
    if (result.at == 0) continue;
    track_high(result.at, result.at + result.size);
    keep_learned(each.function, result);
  }
}

// The functions say where their memory is.
void find_static_results() {
  if (results[0].at != 0) return;
  PassThrough ours;
  const time_t zero = 0;
  tm* broken_down = gmtime(&zero);
  results[0] = {reinterpret_cast<uint64_t>(broken_down), sizeof *broken_down};
  char* text = asctime(broken_down);
  results[1] = {reinterpret_cast<uint64_t>(text), kTextSize};
  memset(broken_down, 0, sizeof *broken_down);
  memset(text, 0, kTextSize);
  for (StaticResult& result : results) track(result);
}

std::span<const StaticResult> static_results(const char* function) {
  if (!writes_time(function)) {
    for (int i = 0; i < learned_count; ++i)
      if (strcmp(learned[i].function, function) == 0) return {&learned[i].result, 1};
    return {};
  }
  find_static_results();
  if (strcmp(function, "ctime") == 0) return results;
  return {results + (strcmp(function, "asctime") == 0 ? 1 : 0), 1};
}

bool learn_static_result(const char* function, StaticResult result) {
  if (writes_time(function) || result.at == 0) return false;
  for (const StaticResult& known : static_results(function))
    if (known.at == result.at) return false;
  track_high(result.at, result.at + result.size);
  for (int i = 0; i < learned_count; ++i) {
    Learned& known = learned[i];
    if (strcmp(known.function, function) != 0) continue;
    known.result = result;
    return true;
  }
  keep_learned(function, result);
  return true;
}

}  // namespace heddle::rt
