#include "runtime/control.h"

#include <cstdio>

#include "runtime/body.h"
#include "runtime/destructors.h"
#include "runtime/failure.h"
#include "runtime/fiber.h"
#include "runtime/globals.h"
#include "runtime/heap.h"
#include "runtime/hidden.h"
#include "runtime/lesser.h"
#include "runtime/libc_state.h"
#include "runtime/library_use.h"
#include "runtime/modules.h"
#include "runtime/process.h"
#include "runtime/program_inputs.h"
#include "runtime/program_signals.h"
#include "runtime/program_state.h"
#include "runtime/schedule.h"
#include "runtime/shadow.h"
#include "runtime/snapshot.h"
#include "runtime/standard_streams.h"
#include "runtime/start.h"
#include "runtime/static_results.h"
#include "runtime/surroundings.h"
#include "runtime/system_calls.h"
#include "runtime/term_places.h"
#include "runtime/thread_names.h"
#include "runtime/threads.h"
#include "runtime/throws.h"
#include "runtime/touches.h"

namespace heddle::rt {

// Can the program put another file in the place of its output? Then what it has written must be there when it looks. (The third is
// needed by close, dup2 and their like, which are part of the program: src/library/c/descriptions.cpp.)
static bool may_redirect_output() {
  for (const char* name :
       {"freopen", "freopen64", "__heddle_not_modelled", "fclose", "close_range", "closefrom", "syscall"})
    if (program_names(name)) return true;
  return false;
}

void prepare(const RunOptions& options, const TraceBuffers& buffers) {
  g.mode = Mode::kEngine;
  g.options = options;
  if (!all_modules_follow()) g.options.can_follow = false;
  g.options.follow = g.options.can_follow;
  g.asks_relevance = options.relevance.asks();
  g.wants_more = options.detail || options.states || options.touches || options.contents || g.options.follow;
  g.events = buffers.events;
  g.event_capacity = buffers.event_capacity;
  g.steps = buffers.steps;
  g.live_steps = buffers.live_steps;
  g.frame_begin = buffers.frame_begin;
  g.frames = buffers.frames;
  g.frame_bases = buffers.frame_bases;
  g.frame_capacity = buffers.frame_capacity;
  g.contents = buffers.contents;
  g.content_capacity = buffers.content_capacity;
  g.followed = buffers.followed;
  g.terms = buffers.terms;
  g.term_capacity = buffers.term_capacity;
  g.questions = buffers.questions;
  g.question_capacity = buffers.question_capacity;
  terms_start();
  places_start();
  modules_scan();
  destructors_scan();
  static_results_start();
  exit_handlers_snapshot();
  keys_snapshot();
  tls_snapshot();
  heap_snapshot();
  body_snapshot();
  program_signals_snapshot();
  thread_names_snapshot();
  if (!options.flush && !may_redirect_output()) {
    // Nobody sees the output, so it need not be written; and a stream that has its buffer asks the system for nothing.
    constexpr size_t kBuffer = 64 << 10;
    setvbuf(stdout, static_cast<char*>(our_pages(kBuffer)), _IOFBF, kBuffer);
    setvbuf(stderr, static_cast<char*>(our_pages(kBuffer)), _IOFBF, kBuffer);
  }
  strings_snapshot();
  snapshot_take();
  globals_start();
  find_standard_streams();
  if (!system_calls_start())
    uncontrolled(
        "this system does not show the system calls of a program (Linux 5.11 does): what they change survives a run");
  if (options.states) states_start();
  g.ready = true;
}

void run(const Schedule& schedule) {
  const Follow follow = schedule.follow > g.options.follow_least ? schedule.follow : g.options.follow_least;
  g.options.follow = g.options.can_follow && (follow != Follow::kNothing || g.options.follow_always);
  g.options.follow_acquire = follow == Follow::kAll || g.options.follow_always;
  // Back to the state after the constructors.
  ++g.runs;
  shadow_next_run();
  forget_touches();
  heap_reset();
  hidden_reset();
  snapshot_restore();
  tls_reset_main();
  exit_handlers_reset();
  libc_blocks_reset();
  program_signals_reset();
  thread_names_reset();
  forget_throws();
  terms_reset();
  places_reset();
  g.reset();
  lesser_next_run();
  g.discovery = schedule.discovery;
  states_next_run(schedule);

  set_current(kMainThread);
  thread_reset(kMainThread, kMainThread);
  keys_reset();
  fiber_prepare(kMainThread);
  g.thread[kMainThread].status = Status::kAlive;
  set_wait(kMainThread, Wait::kNothing);
  g.chooser.start(schedule, g.options.dependence);
  inputs_reset(schedule);
  enter_run();
  if (g.options.flush) fflush(nullptr);
  surroundings_restore();
}

}  // namespace heddle::rt
