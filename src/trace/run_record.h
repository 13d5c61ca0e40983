// RunRecord: one run copied out of the process that made it, with everything a report needs: call stacks,
// thread names, loaded object files. A Trace is what engines see and lives until the next run; this stays.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "trace/event.h"
#include "trace/finding.h"
#include "trace/trace.h"

namespace heddle {

// An object file that was loaded, for turning addresses into source positions.
struct LoadedModule {
  uint64_t begin = 0, end = 0;  // addresses it occupied
  uint64_t bias = 0;            // address minus this = address in the file
  bool instrumented = false;
  std::string path;
};

// A piece of the heap, allocated or freed.
struct HeapBlock {
  uint64_t begin = 0, size = 0;
  uint64_t where = 0;  // code address of the allocation; 0 if unknown
};

// An exception that was thrown. Plain data: the runtime writes it.
struct Throw {
  ThreadId thread = 0;
  uint32_t event = 0;   // how many events had happened
  uint64_t where = 0;   // code address that the throw would return to
  char type[96] = {};   // as the program's type_info has it
  char what[160] = {};  // of exceptions of the standard library; else empty
};

struct RunRecord {
  std::vector<Event> events;
  std::vector<Step> steps;
  std::vector<Finding> findings;
  Outcome outcome = Outcome::kComplete;
  std::string reason;                     // see Trace::reason
  std::vector<std::string> thread_names;  // "main", "main.0", "main.0.1"; index is the ThreadId
  std::vector<LoadedModule> modules;
  // Stack i is frames[frame_begin[i], frame_begin[i + 1]), innermost first: one per event, then one per thread
  // as the run ended. Empty if the run was made without details.
  std::vector<uint32_t> frame_begin;
  std::vector<uint64_t> frames;
  std::vector<uint64_t> frame_bases;  // the frame pointer in each of them
  std::vector<HeapBlock> blocks;      // that events were about or that values pointed to, by address
  std::vector<Event> pending;         // what each thread would have done next; op kEnd if nothing
  std::vector<Throw> throws;          // the first ones
  std::string output;                 // what the program printed
  bool output_cut = false;            // it printed more than is kept

  std::span<const uint64_t> stack(size_t i) const {
    if (i + 1 >= frame_begin.size() || frame_begin[i + 1] > frames.size() || frame_begin[i] > frame_begin[i + 1])
      return {};
    return {frames.data() + frame_begin[i], frames.data() + frame_begin[i + 1]};
  }
  std::span<const uint64_t> event_stack(size_t event) const {
    return event < events.size() ? stack(event) : std::span<const uint64_t>{};
  }
  std::span<const uint64_t> final_stack(ThreadId t) const { return stack(events.size() + t); }
  // Likewise the frame pointers.
  std::span<const uint64_t> event_bases(size_t event) const {
    const auto frames_of = event_stack(event);
    if (frames_of.empty() || frame_bases.size() != frames.size()) return {};
    return {frame_bases.data() + frame_begin[event], frames_of.size()};
  }
  std::string thread_name(ThreadId t) const {
    return t < thread_names.size() ? thread_names[t] : "thread " + std::to_string(t);
  }
};

}  // namespace heddle
