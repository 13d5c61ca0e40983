// A shared C++ library: notes what was deposited, from any thread.
#pragma once
#include <mutex>
#include <vector>

class Journal {
 public:
  void note(long amount);
  long total() const;

 private:
  mutable std::mutex lock_;
  std::vector<long> amounts_;  // in the order of the notes
};
