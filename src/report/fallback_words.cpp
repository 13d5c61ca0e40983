#include "report/fallback_words.h"

#include <string_view>

namespace heddle {
namespace {

struct Row {
  std::string_view says;
  const char* means;
};
constexpr Row kRows[] = {
    {"what is left in memory at the end", "leaks show only when a run has ended"},
    {"a run did not show what the model of the program says",
     "the program did something that its reads do not explain"},
    {"the program did not follow the model of it", "the program did something that its reads do not explain"},
    {"a thread did something else after the same reads",
     "a thread did different things after the same reads, so it depends "
     "on something that Heddle does not see"},
    {"the program waits with a deadline",
     "a lock that is taken with a deadline is used in a way that mcr does not model"},
    {"the model does not say what an event does",
     "an operation is used that mcr does not model, such as a lock with a "
     "deadline or one that is destroyed while it is in use"},
    {"who can go on is not as expected",
     "which threads can go on depends on more than mcr models, such as locks that are tried "
     "in a loop"},
    {"memory is accessed in pieces and as a block", "the same memory is copied as a block and accessed in pieces"},
    {"memory changed without an access", "memory changed in a way that Heddle did not see, such as in a library"},
    {"a value is not what the expression", "a value could not be followed through the program"},
    {"a loop waits for what it does not look at", "a loop waits for something that it does not read"},
    {"a semaphore is looked at as memory", "the memory of a semaphore is accessed directly"},
    {"a thread appears from nowhere", "a thread was created in a way that mcr does not model"},
};

}  // namespace

std::string fallback_words(const std::string& reason) {
  for (const Row& row : kRows)
    if (std::string_view(reason).starts_with(row.says)) return row.means;
  return reason;
}

}  // namespace heddle
