// The body of a check: a function that a test hands to heddle::check, explored in place of main.
//
// The process starts as usual and runs main without exploring anything (Mode::kStartup), on the main thread's own
// stack. When it reaches the call that the supervisor named, it goes no further: the snapshot is taken there, and a
// run is a call of the function, on the same stack, below the frames that wait for it. So a run finds everything that
// the test made before: globals, heap, and the local variables that a lambda refers to.
#pragma once
#include <cstdint>

namespace heddle::rt {

// The name of the body to look for, "" to explore main. Provided by the worker.
const char* worker_body();

bool seeking_body();            // main was entered, and the body is not reached yet
void body_seek();               // runs the program as far as the body; refuses if it ends without reaching it
[[noreturn]] void body_look();  // the main fiber's part of that
void body_snapshot();           // saves the part of the stack that is in use
bool has_body();                // a body was found, and is what runs execute
[[noreturn]] void body_main();  // runs the body in the main thread's fiber

const char* body_explanation();  // see heddle_body_explain; null if there is none

// Refuses the program for what it does before anything is explored: "`what` before main, in a constructor", or before
// the body is reached.
[[noreturn]] void refuse_early(const char* what);

}  // namespace heddle::rt
