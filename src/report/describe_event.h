// EventWords: says in a few words what each event of a run did. Goes through the run in order, since a write is
// best told with the value it replaced.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "report/memory_names.h"
#include "trace/run_record.h"

namespace heddle {

class EventWords {
 public:
  EventWords(const RunRecord& run, MemoryNames& names) : run_(run), names_(names) {}

  // Called for every event, in order. `variable` is what the source calls the object where it is used; may be empty.
  std::string describe(const Event& event, const std::string& variable);
  // Instead, for an event that nobody asks about.
  void pass_over(const Event& event);
  // Instead, or behind it: the compiler fills a local that has no initialiser, so what a read finds there nobody has set.
  void fill(const Event& event);

  // The value that an access read or left behind, and the one it replaced; empty if unknown. Before `describe`.
  void values(const Event& event, std::string& value, std::string& old_value);

  // What a thread that cannot go on waits for: "lock m", "main.1 to end".
  std::string wanted(const Event& pending, const std::string& variable);
  // The object's name, see MemoryNames.
  std::string object_name(const Event& event, const std::string& variable);

 private:
  std::string thread_name(uint64_t id) const { return run_.thread_name(static_cast<ThreadId>(id)); }
  std::string words_for(const Event& event, const std::string& variable);
  std::string change(const Event& event, const std::string& name);
  std::string value_text(const Event& event, uint64_t value);

  bool is_unset(const Event& event) const;
  void set(const Event& event);

  const RunRecord& run_;
  MemoryNames& names_;
  std::map<uint64_t, uint64_t> unset_;  // begin -> end of memory that was filled, and not written since
  std::map<std::pair<uint64_t, uint32_t>, uint64_t> values_;  // (address, length) -> value seen there last
};

// Decimal where that is likely meant, hexadecimal for what looks like an address.
std::string format_value(uint64_t value, uint32_t length);
// Several fields that were accessed at once: "{1, -1}".
std::string format_fields(uint64_t value, const std::vector<Field>& fields);

// "relaxed", "acquire", …; empty for an access that is not atomic, and for sequential consistency, which is what is meant where
// nothing is said.
std::string order_name(const Event& event);

}  // namespace heddle
