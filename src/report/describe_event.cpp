#include "report/describe_event.h"

#include <algorithm>
#include <cstdio>
#include <iterator>

namespace heddle {
namespace {

std::string hexadecimal(uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

int64_t sign_extend(uint64_t value, uint32_t length) {
  const int unused = 64 - 8 * static_cast<int>(length);
  return static_cast<int64_t>(value << unused) >> unused;
}

}  // namespace

std::string format_value(uint64_t value, uint32_t length) {
  if (length == 0 || length > 8) return "(" + std::to_string(length) + " bytes)";
  const int64_t number = sign_extend(value, length);
  if (length == 8 && (number < -1'000'000'000 || number > 0xffff'ffff)) return hexadecimal(value);
  return std::to_string(number);
}

std::string format_fields(uint64_t value, const std::vector<Field>& fields) {
  std::string text = "{";
  for (const Field& field : fields) {
    const uint64_t part = value >> 8 * field.offset;
    text += (text.size() > 1 ? ", " : "") + format_value(field.size < 8 ? part & ((1ull << 8 * field.size) - 1) : part,
                                                         static_cast<uint32_t>(field.size));
  }
  return text + "}";
}

std::string order_name(const Event& event) {
  static constexpr const char* kOrders[] = {"relaxed", "consume", "acquire", "release", "acquire and release", ""};
  const bool has_one =
      event.op == Op::kRead || event.op == Op::kWrite || event.op == Op::kRmw || event.op == Op::kFence;
  if (!has_one || (event.op != Op::kFence && !(event.flags & kAtomic))) return {};
  return event.order < std::size(kOrders) ? kOrders[event.order] : "";
}

std::string EventWords::object_name(const Event& event, const std::string& variable) {
  return names_.name(event.object, event.op == Op::kFree ? 0 : is_access(event.op) ? event.length : 1, variable);
}

// A pointer is told by what it points to, a structure by its fields.
std::string EventWords::value_text(const Event& event, uint64_t value) {
  const uint32_t length = event.op == Op::kInput ? (event.length + 7) / 8 : event.length;
  if (length <= 8 && is_access(event.op))
    if (const auto fields = names_.fields(event.object, length); fields.size() > 1) return format_fields(value, fields);
  const std::string target = length == 8 && value != 0 ? names_.pointee(value) : "";
  return target.empty() ? format_value(value, length) : target;
}

void EventWords::fill(const Event& event) {
  set(event);
  std::erase_if(values_, [&](const auto& known) {
    return known.first.first < event.object + event.length && event.object < known.first.first + known.first.second;
  });
  unset_[event.object] = event.object + event.length;
}

bool EventWords::is_unset(const Event& event) const {
  const auto behind = unset_.upper_bound(event.object);
  return behind != unset_.begin() && event.object + event.length <= std::prev(behind)->second;
}

void EventWords::set(const Event& event) {
  const uint64_t begin = event.object, end = begin + event.length;
  auto at = unset_.lower_bound(begin);
  if (at != unset_.begin() && std::prev(at)->second > begin) --at;
  while (at != unset_.end() && at->first < end) {
    const auto [from, to] = *at;
    at = unset_.erase(at);
    if (from < begin) unset_[from] = begin;
    if (to > end) unset_[end] = to;
  }
}

void EventWords::pass_over(const Event& event) {
  if (is_access(event.op) && event.op != Op::kRead && !(event.flags & kFailed)) set(event);
  if (event.op == Op::kRead && is_unset(event)) return;
  if (event.op == Op::kRead) values_[{event.object, event.length}] = event.read;
  if ((event.op == Op::kWrite || event.op == Op::kRmw) && !(event.flags & kFailed))
    values_[{event.object, event.length}] = event.written;
}

std::string EventWords::change(const Event& event, const std::string& name) {
  if (event.length > 8) return name + " (" + std::to_string(event.length) + " bytes)";
  std::string text = name + " = " + value_text(event, event.written), aside = order_name(event);
  const auto before = values_.find({event.object, event.length});
  const auto replaces = [&](uint64_t old) {
    aside = "was " + value_text(event, old) + (aside.empty() ? "" : ", " + aside);
  };
  if (event.op == Op::kRmw) replaces(event.read);
  else if (before != values_.end()) replaces(before->second);
  return aside.empty() ? text : text + " (" + aside + ")";
}

void EventWords::values(const Event& event, std::string& value, std::string& old_value) {
  if (!is_access(event.op) || event.op == Op::kFree || event.length > 8) return;
  const bool reads = event.op == Op::kRead || (event.flags & kFailed);
  value = value_text(event, reads ? event.read : event.written);
  if (reads) return;
  const auto before = values_.find({event.object, event.length});
  if (event.op == Op::kRmw) old_value = value_text(event, event.read);
  else if (before != values_.end()) old_value = value_text(event, before->second);
}

std::string EventWords::describe(const Event& event, const std::string& variable) {
  std::string words = words_for(event, variable);
  pass_over(event);
  return words;
}

std::string EventWords::words_for(const Event& event, const std::string& variable) {
  const bool failed = (event.flags & kFailed) != 0;
  const std::string object = is_thread_structure(event.op) ? "" : object_name(event, variable);
  const std::string named = order_name(event), order = named.empty() ? "" : " (" + named + ")";
  switch (event.op) {
    case Op::kAwait: return "sleep in the loop until " + object + " changes";
    case Op::kStop: return "stop: an assumption does not hold";
    case Op::kBegin: return "begin";
    case Op::kEnd: return "end";
    case Op::kCreate: return "create thread " + thread_name(event.object);
    case Op::kJoin: return "join " + thread_name(event.object);
    case Op::kRead:
      if (is_unset(event)) return "read " + object + ", which nobody has set" + order;
      return "read " + object + (event.length > 8 ? "" : " = " + value_text(event, event.read)) + order;
    case Op::kWrite:
    case Op::kRmw:
      if (failed) return "compare " + object + ": it is " + value_text(event, event.read) + ", no exchange" + order;
      return (event.op == Op::kRmw ? "update " : "write ") + change(event, object);
    case Op::kFence: return "fence" + order;
    case Op::kFree:
      if (event.second == 1) return "end of " + object;
      return "free " + object + " (" + std::to_string(event.length) + " bytes)";
    case Op::kLock: return "lock " + object;
    case Op::kTryLock: return "try to lock " + object + (failed ? ": taken" : ": got it");
    case Op::kUnlock: return "unlock " + object;
    case Op::kReadLock: return "lock " + object + " for reading";
    case Op::kTryReadLock: return "try to lock " + object + " for reading" + (failed ? ": taken" : ": got it");
    case Op::kCondWait: return "wait on condition " + object;
    case Op::kCondWake:
      return "wake up from condition " + object +
             (event.read == 1   ? " (timed out)"
              : event.read == 2 ? " (spuriously)"
                                : "");
    case Op::kSignal:
      return "signal condition " + object +
             (event.read == 0 ? ": nobody waits" : ": wakes " + thread_name(event.read - 1));
    case Op::kBroadcast: return "broadcast condition " + object;
    case Op::kTimeout: return "stop waiting for " + object + " (timed out)";
    case Op::kSemWait: return "take semaphore " + object;
    case Op::kSemTryWait: return "try to take semaphore " + object + (failed ? ": it is 0" : ": got it");
    case Op::kSemPost: return "post semaphore " + object;
    case Op::kBarrier: return "arrive at barrier " + object + (event.read == 1 ? " (the last one)" : "");
    case Op::kOnceEnter: return "once " + object + (event.read == 1 ? ": first, initialises" : ": already done");
    case Op::kOnceLeave: return "once " + object + ": initialised";
    case Op::kFutexWait:
      return "futex wait on " + object + " while it is " + format_value(event.second, 4) +
             (failed ? ": it is " + format_value(event.read, 4) + ", no wait" : "");
    case Op::kFutexWake: return "futex wake " + object + ": " + std::to_string(event.read) + " woken";
    case Op::kInput: return "input = " + value_text(event, event.read);
    case Op::kChoose: return "choose " + std::to_string(event.read) + " of " + std::to_string(event.length);
    case Op::kYield: return "yield";
  }
  return name(event.op);
}

std::string EventWords::wanted(const Event& pending, const std::string& variable) {
  switch (pending.op) {
    case Op::kJoin: return "the end of " + thread_name(pending.object);
    case Op::kLock:
    case Op::kReadLock: return "lock " + object_name(pending, variable);
    case Op::kCondWake: {
      Event lock = pending;
      lock.object = pending.second;
      return "a signal on condition " + object_name(pending, variable) + " (with lock " + object_name(lock, "") + ")";
    }
    case Op::kCondWait: return "a signal on condition " + object_name(pending, variable);
    case Op::kSemWait: return "semaphore " + object_name(pending, variable);
    case Op::kBarrier: return "the others at barrier " + object_name(pending, variable);
    case Op::kOnceEnter: return "the end of the initialisation of " + object_name(pending, variable);
    case Op::kFutexWait: {
      const auto now = values_.find({pending.object, 4});
      const bool differs =
          now != values_.end() && static_cast<uint32_t>(now->second) != static_cast<uint32_t>(pending.second);
      return "a wake-up on futex " + object_name(pending, variable) + ", asleep while it is " +
             format_value(pending.second, 4) + (differs ? "; it is " + format_value(now->second, 4) + " now" : "");
    }
    case Op::kAwait:
    case Op::kRead: return "a change of " + object_name(pending, variable) + " in a loop";
    default: return std::string(name(pending.op)) + " " + object_name(pending, variable);
  }
}

}  // namespace heddle
