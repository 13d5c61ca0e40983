// The program's memory as it was when its constructors had run, and its restoration before every run.
//
// Small areas are copied back whole. In a large one, pages are write-protected at first; the first write to a page
// faults, and only then is the page saved; from then on it is one of those copied back. So start and runs pay for the
// pages that runs write to, not for the size of the program's globals.
#pragma once
#include <cstdint>

namespace heddle::rt {

void snapshot_take();                                   // saves the writable parts of all modules that are reset
void snapshot_add(uint64_t begin, uint64_t end);        // saves one more area
void snapshot_add_pages(uint64_t begin, uint64_t end);  // likewise, whole pages that are hardly ever written to
void snapshot_restore();
// Calls `look` with each saved area, as it is now. The heap of the constructors is one of them.
void snapshot_for_each(void (*look)(uint64_t begin, uint64_t end));
// Calls `look` with each stretch that may differ from what was saved, and with that.
void snapshot_for_each_change(void (*look)(uint64_t begin, uint64_t end, const char* saved));
// A write fault at this address: true if it was such a page, and the write can be tried again.
bool snapshot_fault(uint64_t address);
// Makes [address, address + size) writable ahead of a write by the kernel.
void snapshot_touch(uint64_t address, uint64_t size);

// Likewise, of as much of it as lies in one area; false if there was nothing to open.
bool snapshot_open(uint64_t address, uint64_t size);

}  // namespace heddle::rt
