#include "remote/checkpoint_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

#include "base/bytes.h"
#include "base/hash.h"
#include "system/whole_file.h"

namespace heddle {
namespace {

constexpr std::string_view kMagic = "heddle-checkpoint";
constexpr uint32_t kVersion = 4;

// The file: the magic, then this, then the content.
struct Head {
  uint32_t version;
  uint32_t layout;    // of what is written as it lies in memory; another build may have other fields
  uint64_t length;    // of the content, in bytes
  uint64_t checksum;  // of everything else
};

uint32_t layout() {
  uint64_t sizes = 0;
  for (const size_t size : {sizeof(Finding), sizeof(ThreadName), sizeof(Death), sizeof(EngineOptions), sizeof(Counts)})
    sizes = mix(sizes, size);
  return static_cast<uint32_t>(sizes);
}

// Each step can be undone, so whoever changes one byte changes the sum.
uint64_t checksum(Head head, std::string_view content) {
  head.checksum = 0;
  Writer first;
  first.put(head);
  uint64_t sum = 0xcbf29ce484222325;  // FNV-1a
  for (const std::string_view bytes : {std::string_view(first.bytes()), content})
    for (const char c : bytes) sum = (sum ^ static_cast<uint8_t>(c)) * 0x100000001b3;
  return sum;
}

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

std::string content_of(const Checkpoint& c) {
  Writer out;
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
  return out.take();
}

// Nothing if the content is not of this form.
std::optional<Checkpoint> parse(std::string_view content) {
  Reader in(content);
  Checkpoint c;
  c.build_id = in.get_string();
  c.engine = in.get_string();
  c.asked = in.get_string();
  c.options = in.get<EngineOptions>();
  c.state.done = in.get<Counts>();
  c.state.places = in.get_vector<uint64_t>();
  for (auto n = in.get<uint64_t>(); in.ok() && n > 0; --n) {
    OpenWork work;
    work.engine = in.get_string();
    work.counts = in.get<Counts>();
    work.threads = in.get_vector<ThreadName>();
    c.state.open.push_back(std::move(work));
  }
  for (auto n = in.get<uint64_t>(); in.ok() && n > 0; --n) c.state.found.push_back(get_suspicion(in));
  c.state.doubt = in.get_string();
  return in.ok() && in.at_end() ? std::optional(std::move(c)) : std::nullopt;
}

}  // namespace

std::string checkpoint_bytes(const Checkpoint& checkpoint) {
  const std::string content = content_of(checkpoint);
  Head head{kVersion, layout(), content.size(), 0};
  head.checksum = checksum(head, content);
  Writer out;
  out.put(head);
  return std::string(kMagic) + out.bytes() + content;
}

Status write_checkpoint(const std::string& path, const Checkpoint& checkpoint) {
  return write_whole_file(path, checkpoint_bytes(checkpoint));
}

Result<Checkpoint> read_checkpoint(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return Error{"cannot read " + path + ": " + std::strerror(errno), "heddle check --checkpoint FILE writes one"};
  return parse_checkpoint(path, std::string(std::istreambuf_iterator<char>(file), {}));
}

Result<Checkpoint> parse_checkpoint(const std::string& path, const std::string& bytes) {
  const auto refuse = [&](const std::string& why) {
    return Error{path + " " + why, "start the check again without --resume"};
  };
  std::string_view rest = bytes;
  if (!rest.starts_with(kMagic)) return refuse("is not a checkpoint of Heddle");
  rest.remove_prefix(kMagic.size());
  if (rest.size() < sizeof(Head)) return refuse("is damaged: its end is missing");
  const Head head = Reader(rest).get<Head>();
  rest.remove_prefix(sizeof head);
  if (head.version != kVersion) return refuse("is damaged, or a checkpoint of another version of Heddle");
  if (head.length > rest.size()) return refuse("is damaged: its end is missing");
  if (head.length != rest.size() || head.checksum != checksum(head, rest))
    return refuse("is damaged: its checksum does not fit");
  if (head.layout != layout()) return refuse("is a checkpoint of another build of Heddle");
  auto checkpoint = parse(rest);
  if (!checkpoint) return refuse("is damaged: it cannot be read");
  return std::move(*checkpoint);
}

}  // namespace heddle
