#include "remote/ending.h"

namespace heddle {
namespace {

constexpr auto kPatience = std::chrono::seconds(1);

}  // namespace

void Ending::note_reason(const std::string& reason) {
  if (reason_.empty()) reason_ = reason;
}

void Ending::note_doubt(const std::string& doubt) {
  if (doubt_.empty()) doubt_ = doubt;
  note_reason(doubt);
}

bool Ending::stop(const std::string& reason) {
  if (!reason.empty()) {
    incomplete_ = true;
    // What ended the search comes first, and then what would have kept it from being complete anyway.
    const bool only_doubt = !stopping_ && !doubt_.empty() && reason_ == doubt_;
    if (only_doubt) reason_ = reason + "; besides, " + doubt_;
    note_reason(reason);
  }
  if (stopping_) return false;
  stopping_ = true;
  deadline_ = Clock::now() + kPatience;
  return true;
}

}  // namespace heddle
