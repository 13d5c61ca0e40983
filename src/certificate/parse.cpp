// Reading certificates: each line is a word, a few arguments, then pairs of a name and a number (or bytes).
#include <charconv>
#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>

#include "certificate/certificate.h"
#include "trace/term_names.h"

namespace heddle::certificate {
namespace {

constexpr uint32_t kOrders = 6;  // memory orders of C11

using dependence::Class;

constexpr Class kClasses[] = {Class::kAccess,  Class::kLock, Class::kCondition, Class::kSemaphore,
                              Class::kBarrier, Class::kOnce, Class::kFutex};
constexpr uint64_t kMaxNode = 1u << 30;

// Separated by one space each; nothing if there is more, or less.
std::vector<std::string_view> words(std::string_view line) {
  std::vector<std::string_view> list;
  for (;;) {
    const size_t end = std::min(line.find(' '), line.size());
    if (end == 0) return {};
    list.push_back(line.substr(0, end));
    if (end == line.size()) return list;
    line.remove_prefix(end + 1);
  }
}

std::optional<uint64_t> number(std::string_view word) {
  uint64_t n = 0;
  const bool hex = word.starts_with("0x");
  const char* begin = word.data() + (hex ? 2 : 0);
  const auto [end, error] = std::from_chars(begin, word.data() + word.size(), n, hex ? 16 : 10);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return n;
}

class Parser {
 public:
  // False: the line makes no sense.
  bool line(std::string_view text) {
    if (const size_t space = text.find(' '); is_about(text.substr(0, space))) return about(text, space);
    words_ = words(text);
    if (words_.empty()) return false;
    const std::string_view first = words_[0];
    if (first == "place") return place(8, 0);
    if (first == "contested") return place(2, kContested);
    if (first == "bytes") return place(8, kByBytes);
    if (first == "essential") return place(8, kEssential);
    if (first == "cell") return cell();
    if (first == "thread") return thread();
    if (first == "node") return node();
    if (first == "term") return term();
    if (first == "alike") return alike();
    if (first == "follows") return follows();
    if (first == "then" || first == "edge" || first == "until") return detail(first);
    if (first == "race-free") return claim(certificate.race_free);
    if (first == "ends-with-main") return claim(certificate.ends_with_main);
    return false;
  }
  Certificate certificate;

 private:
  static bool is_about(std::string_view word) {
    return word == "heddle" || word == "program" || word == "build-id" || word == "command" || word == "executions" ||
           word == "checked" || word == "solver";
  }
  // For people, once each.
  bool about(std::string_view text, size_t space) {
    if (space == text.npos || space + 1 == text.size()) return false;
    for (const auto& known : certificate.about)
      if (known.first == text.substr(0, space)) return false;
    certificate.about.emplace_back(text.substr(0, space), text.substr(space + 1));
    return certificate.about.back().first != "executions" || number(certificate.about.back().second);
  }
  bool claim(bool& claimed) { return words_.size() == 1 && !std::exchange(claimed, true); }
  bool place(uint64_t multiple, uint64_t mark) {
    ok_ = words_.size() == 2;
    const uint64_t at = argument(1, UINT64_MAX);
    ok_ &= at % multiple == 0 &&
           (certificate.places.empty() || certificate.places.back() < (at | mark));  // rising, so none is there twice
    certificate.places.push_back(at | mark);
    return ok_;
  }

  uint64_t argument(size_t i, uint64_t most) {
    const auto n = i < words_.size() ? number(words_[i]) : std::nullopt;
    ok_ &= n && *n <= most;
    return ok_ ? *n : 0;
  }
  // The number after `name`, from word `from` on; 0 if it is not there.
  uint64_t field(const char* name, size_t from, uint64_t most = UINT64_MAX) {
    for (size_t i = from; i + 1 < words_.size(); i += 2)
      if (words_[i] == name) return argument(i + 1, most);
    return 0;
  }
  uint32_t small(const char* name, size_t from) { return static_cast<uint32_t>(field(name, from, UINT32_MAX)); }
  bool flag(const char* name, size_t from) { return field(name, from, 1) != 0; }
  // The bytes after "bytes", two digits each.
  std::string bytes(size_t from) {
    std::string list;
    for (size_t i = from; i + 1 < words_.size(); i += 2) {
      if (words_[i] != "bytes") continue;
      ok_ &= words_[i + 1].size() % 2 == 0;
      for (size_t k = 0; k + 1 < words_[i + 1].size(); k += 2) {
        uint8_t byte = 0;
        const char* end = words_[i + 1].data() + k + 2;
        ok_ &= std::from_chars(end - 2, end, byte, 16).ptr == end;
        list.push_back(static_cast<char>(byte));
      }
    }
    return list;
  }
  // All pairs from word `from` on have one of these names, and none is there twice.
  void only(std::initializer_list<const char*> names, size_t from) {
    ok_ &= words_.size() >= from && (words_.size() - from) % 2 == 0;
    for (size_t i = from; ok_ && i < words_.size(); i += 2) {
      bool known = false;
      for (const char* name : names) known |= words_[i] == name;
      for (size_t j = from; j < i; j += 2) known &= words_[j] != words_[i];
      ok_ &= known;
    }
  }

  bool cell() {
    ok_ = words_.size() > 1;
    only({"at", "length", "value", "known"}, 2);
    Cell c;
    bool found = false;
    for (Class what : kClasses)
      if (ok_ && words_[1] == name(what)) c.what = what, found = true;
    c.at = field("at", 2), c.length = small("length", 2);
    c.value = field("value", 2), c.known = field("known", 2);
    certificate.cells.push_back(c);
    return ok_ && found;
  }

  bool thread() {
    ok_ = true;
    const auto t = argument(1, kMaxThreads - 1);
    only({"root"}, 2);
    if (!ok_) return false;
    if (certificate.roots.size() <= t) certificate.roots.resize(t + 1);
    ok_ = certificate.roots[t] == 0;
    certificate.roots[t] = static_cast<uint32_t>(field("root", 2, kMaxNode));
    return ok_ && certificate.roots[t] != 0;
  }

  // Two threads that can be exchanged for each other.
  bool alike() {
    ok_ = words_.size() == 3;
    const auto a = static_cast<ThreadId>(argument(1, kMaxThreads - 1));
    certificate.alike.emplace_back(a, static_cast<ThreadId>(argument(2, kMaxThreads - 1)));
    return ok_;
  }

  bool follows() {
    if (words_.size() != 2 || certificate.follows != Follow::kNothing) return false;
    for (const Follow follow : {Follow::kPlain, Follow::kAll})
      if (words_[1] == kFollowNames[static_cast<int>(follow)]) certificate.follows = follow;
    return certificate.follows != Follow::kNothing;
  }

  bool term() {
    ok_ = words_.size() > 2;
    ok_ &= argument(1, kMaxNode) == certificate.terms.size();
    only({"width", "value", "a", "b", "c"}, 3);
    if (!ok_) return false;
    FileTerm t;
    bool found = false;
    for (int k = 0; k < kTermOps; ++k)
      if (words_[2] == heddle::name(static_cast<TermOp>(k))) t.op = static_cast<TermOp>(k), found = true;
    t.width = small("width", 3), t.value = field("value", 3);
    t.a = small("a", 3), t.b = small("b", 3), t.c = small("c", 3);
    certificate.terms.push_back(t);
    return ok_ && found;
  }

  bool node() {
    ok_ = words_.size() > 2;
    ok_ &= argument(1, kMaxNode) == certificate.nodes.size();
    only({"at", "length", "second", "value", "begins", "section", "plain", "blind", "position", "bytes", "fills",
          "term", "expects", "order", "failure"},
         3);
    if (!ok_) return false;
    Node n;
    bool found = false;
    for (int k = 0; k < kOpCount; ++k)
      if (words_[2] == heddle::name(static_cast<Op>(k))) n.kind = Kind::kEvent, n.op = static_cast<Op>(k), found = true;
    for (size_t k = 0; k < std::size(kKindNames); ++k)  // "create" is both: never an event
      if (words_[2] == kKindNames[k] && static_cast<Kind>(k) != Kind::kEvent)
        n.kind = static_cast<Kind>(k), found = true;
    n.at = field("at", 3), n.second = field("second", 3), n.value = field("value", 3);
    n.length = small("length", 3), n.begins = static_cast<uint32_t>(field("begins", 3, kMaxNode));
    n.section = flag("section", 3), n.blind = flag("blind", 3), n.plain = flag("plain", 3);
    n.order = small("order", 3), n.failure = small("failure", 3);
    ok_ &= n.order <= kOrders && n.failure <= kOrders;
    field("position", 3);  // only read, for people
    n.bytes = bytes(3);
    n.fills = small("fills", 3), n.term = small("term", 3), n.expects = small("expects", 3);
    certificate.nodes.push_back(std::move(n));
    return ok_ && found;
  }

  // Lines that say more about a node that was there before.
  bool detail(std::string_view what) {
    ok_ = words_.size() > 2;
    Node& n = certificate.nodes[argument(1, certificate.nodes.size() - 1)];
    if (what == "until") {
      only({"at", "length", "value", "register"}, 3);
      Condition c;
      bool found = false;
      for (int k = 0; k < kOpCount && ok_; ++k)
        if (words_[2] == heddle::name(static_cast<Op>(k))) c.op = static_cast<Op>(k), found = true;
      c.at = field("at", 3), c.value = field("value", 3), c.length = small("length", 3);
      c.register_read = small("register", 3);
      n.until.push_back(c);
      return ok_ && found;
    }
    const auto to = static_cast<uint32_t>(argument(2, kMaxNode));
    if (what == "then") {
      only({}, 3);
      ok_ &= n.then == 0 && to != 0;
      n.then = to;
      return ok_;
    }
    only({"told", "writes", "fails", "bytes"}, 3);
    n.edges.push_back({field("told", 3), field("writes", 3), to, flag("fails", 3), bytes(3)});
    return ok_;
  }

  std::vector<std::string_view> words_;
  bool ok_ = true;
};

}  // namespace

const char* name(Class what) {
  switch (what) {
    case Class::kAccess: return "memory";
    case Class::kLock: return "lock";
    case Class::kCondition: return "condition";
    case Class::kSemaphore: return "semaphore";
    case Class::kBarrier: return "barrier";
    case Class::kOnce: return "once";
    case Class::kFutex: return "futex";
    case Class::kNothing: break;
  }
  return "nothing";
}

// FNV-1a: against damage, not against forgery.
std::string checksum_line(std::string_view text) {
  uint64_t h = 0xcbf29ce484222325;
  for (const char c : text) h = (h ^ static_cast<uint8_t>(c)) * 0x100000001b3;
  char line[40];
  std::snprintf(line, sizeof line, "checksum 0x%016llx\n", static_cast<unsigned long long>(h));
  return line;
}

Result<Certificate> parse(std::string_view text) {
  const std::string first = "heddle-certificate " + std::to_string(kVersion) + "\n";
  if (!text.starts_with("heddle-certificate "))
    return Error{"this is no certificate", "heddle check --certificate FILE writes one"};
  if (!text.starts_with(first))
    return Error{"the certificate has another version than " + std::to_string(kVersion) +
                     ", the only one that is read: write it again with heddle check --certificate FILE",
                 ""};
  const size_t last = text.rfind("checksum ");
  if (last == std::string_view::npos || text.substr(last) != checksum_line(text.substr(0, last)))
    return Error{"the checksum does not fit: the file is damaged or was changed", ""};
  Parser parser;
  size_t count = 1;
  for (size_t begin = first.size(); begin < last;) {
    const size_t end = std::min(text.find('\n', begin), last);
    ++count;
    if (!parser.line(text.substr(begin, end - begin)))
      return Error{"line " + std::to_string(count) +
                       " makes no sense: " + std::string(text.substr(begin, std::min<size_t>(end - begin, 80))),
                   ""};
    begin = end + 1;
  }
  return std::move(parser.certificate);
}

}  // namespace heddle::certificate
