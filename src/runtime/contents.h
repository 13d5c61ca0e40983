// Keeps what block accesses read and write, for Trace::contents (see trace/contents.h).
#pragma once
#include "trace/event.h"

namespace heddle::rt {

// Before a read-modify-write of a block: what is there now.
void keep_contents_before(uint64_t address, uint64_t length);
// A block access was performed and `e` is its event: keeps the contents and puts their values into it.
void keep_contents(Event& e);

}  // namespace heddle::rt
