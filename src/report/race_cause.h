// RaceCause: why nothing orders the two accesses of a race.
//
// People who write a race mostly thought of something that would order the two: the second thread looked at a flag that the first
// one had set. Such a message is there in the run, since the second thread read what the first one wrote after its access; it
// failed to order because one of the two was relaxed, or not atomic at all. Of several messages the one is told that comes
// nearest to working: one side of it acquires or releases. Where there is no message, the locks that the two threads held say most.
//
//     message_between(run.events, first, second)  →  {event that wrote, event that read}
//
// No message can have been one that synchronises: then the two accesses were ordered.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "trace/event.h"

namespace heddle {

struct Message {
  size_t written = 0, read = 0;  // events
};

// From the thread of event `first`, at or after it, to the thread of event `second`, before it.
std::optional<Message> message_between(const std::vector<Event>& events, size_t first, size_t second);

// "line 32 in main.1 (acquire) read what line 23 in main.0 stored relaxed: that does not synchronise"
std::string message_words(const Event& written, const std::string& writer, const Event& read,
                          const std::string& reader);

// What a name is the name of a part of: "ring" of "ring.slots_[1]".
std::string whole_of(const std::string& name);

}  // namespace heddle
