// What the program does to files, undone after a run.
//
// The first time that a run is about to change what is at a path, the journal keeps what is there: nothing, a file with its
// contents, a link or a directory. After the run each path is made to be so again, the latest first. Several workers of one
// check use the same files, so a run that looks at files at all keeps the others' such runs waiting until it is over.
#pragma once
#include <cstdint>

namespace heddle::rt {

// A run is about to change what is at this path; `follow` if it goes through symbolic links.
void journal_save(int directory, const char* path, bool follow);
// Likewise, the file that is open as `fd`.
void journal_save_open(int fd);
// A run is about to look at a path.
void journal_enter();
void journal_restore();

}  // namespace heddle::rt
