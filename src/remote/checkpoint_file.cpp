#include "remote/checkpoint_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "base/bytes.h"

namespace heddle {
namespace {

constexpr uint64_t kMagic = 0x33706b2d6c646568;  // "hedl-kp3"

void put(Writer& out, const Suspicion& s) {
  out.put(s.finding);
  out.put(s.execution);
  out.put(s.picks);
  out.put(s.places);
  out.put(s.threads);
  out.put(s.tentative);
  out.put(s.death.has_value());
  out.put(s.death.value_or(Death{}));
}

Suspicion get_suspicion(Reader& in) {
  Suspicion s;
  s.finding = in.get<Finding>();
  s.execution = in.get<uint64_t>();
  s.picks = in.get_vector<uint16_t>();
  s.places = in.get_vector<uint64_t>();
  s.threads = in.get_vector<ThreadName>();
  s.tentative = in.get<bool>();
  const bool died = in.get<bool>();
  const auto death = in.get<Death>();
  if (died) s.death = death;
  return s;
}

}  // namespace

Status write_checkpoint(const std::string& path, const Checkpoint& c) {
  Writer out;
  out.put(kMagic);
  out.put(std::string_view(c.build_id));
  out.put(std::string_view(c.engine));
  out.put(std::string_view(c.asked));
  out.put(c.options);
  out.put(c.state.done);
  out.put(c.state.places);
  out.put<uint64_t>(c.state.open.size());
  for (const OpenWork& work : c.state.open) {
    out.put(std::string_view(work.engine));
    out.put(work.counts);
    out.put(work.threads);
  }
  out.put<uint64_t>(c.state.found.size());
  for (const Suspicion& suspicion : c.state.found) put(out, suspicion);
  out.put(std::string_view(c.state.doubt));
  const std::string fresh = path + ".new";  // never leave half a checkpoint behind
  std::ofstream file(fresh, std::ios::binary);
  file << out.bytes();
  file.close();
  if (!file || std::rename(fresh.c_str(), path.c_str()) != 0)
    return Error{"cannot write " + path + ": " + std::strerror(errno), ""};
  return Ok{};
}

Result<Checkpoint> read_checkpoint(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{"cannot read " + path + ": " + std::strerror(errno), "heddle check --checkpoint FILE writes one"};
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  Reader in(bytes);
  const bool known = in.get<uint64_t>() == kMagic;
  Checkpoint c;
  c.build_id = in.get_string();
  c.engine = in.get_string();
  c.asked = in.get_string();
  c.options = in.get<EngineOptions>();
  c.state.done = in.get<Counts>();
  c.state.places = in.get_vector<uint64_t>();
  const auto open = in.get<uint64_t>();
  for (uint64_t i = 0; in.ok() && i < open; ++i) {
    OpenWork work;
    work.engine = in.get_string();
    work.counts = in.get<Counts>();
    work.threads = in.get_vector<ThreadName>();
    c.state.open.push_back(std::move(work));
  }
  for (uint64_t n = in.get<uint64_t>(); in.ok() && n > 0; --n) c.state.found.push_back(get_suspicion(in));
  c.state.doubt = in.get_string();
  if (!known || !in.ok() || !in.at_end())
    return Error{path + " is not a checkpoint of this version of Heddle", "start the check again without --resume"};
  return c;
}

}  // namespace heddle
