// What the worker asks of the runtime: prepare once, then run, again and again.
#pragma once
#include "runtime/state.h"
#include "trace/schedule.h"

namespace heddle::rt {

// Where a run's trace goes, besides `State` itself.
struct TraceBuffers {
  Event* events;
  uint32_t event_capacity;
  Step* steps;
  uint32_t* live_steps;   // how many there are, kept up to date during the run
  uint32_t* frame_begin;  // detail only: see Channel::frame_begin
  uint64_t* frames;
  uint64_t* frame_bases;
  uint32_t frame_capacity;
  uint64_t* contents;  // see Trace::contents
  uint32_t content_capacity;
  Followed* followed;  // Trace::followed, …
  Term* terms;
  uint32_t term_capacity;
  Question* questions;
  uint32_t question_capacity;
};

// After the program's constructors, before its main: takes the snapshot.
void prepare(const RunOptions& options, const TraceBuffers& buffers);
// One run. The results are in `g`: outcome, events, steps, findings.
void run(const Schedule& schedule);

}  // namespace heddle::rt
