#include "report/kind_guide.h"

#include "base/check.h"
#include "report/layout.h"

namespace heddle {
namespace {

constexpr KindGuide kGuides[] = {
    {FindingKind::kAssertion,
     "An assertion of the program was false under some schedule: assert, a failed check that calls abort, or "
     "reach_error. The table shows the order of steps that made it false.",
     "c", "",
     R"(#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int hits;
void *hit(void *unused) {
  int old = hits;  // another thread may come between
  hits = old + 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, hit, 0);
  pthread_create(&b, 0, hit, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(hits == 2);
}
)",
     "Make the steps between which the other thread came one step: one atomic operation (hits++), or one lock held "
     "over all of them by everyone."},
    {FindingKind::kDeadlock,
     "No thread can go on: each waits for a lock, a signal, a semaphore or the end of another thread, and nobody is "
     "left who could provide it. A wake-up that came before the wait (a lost wake-up) ends like this too.",
     "c", "",
     R"(#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
void *other(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(t, 0);
}
)",
     "Take locks in the same order everywhere, or all at once (std::scoped_lock). Wait on a condition in a loop that "
     "tests what is waited for, and change that under the same lock before signalling."},
    {FindingKind::kRace,
     "Two threads access the same memory, at least one writes, one of the accesses is not atomic, and nothing orders "
     "them. In C and C++ the behaviour of such a program is undefined, whatever values it happens to see.",
     "c", "",
     R"(#include <pthread.h>
int data;
void *writer(void *unused) {
  data = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int seen = data;
  pthread_join(t, 0);
  return seen == 2;
}
)",
     "Protect both accesses with the same lock, or make the variable atomic, or order the accesses by joining the "
     "thread or by a signal."},
    {FindingKind::kNullDereference,
     "Memory was accessed through a null pointer. Usually another thread had set the pointer to null after it was "
     "tested, or had not set it yet.",
     "c", "",
     R"(#include <pthread.h>
int value = 7;
int *_Atomic current = &value;
void *clear(void *unused) {
  current = 0;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, clear, 0);
  int seen = current ? *current : 0;  // tested once, read twice
  pthread_join(t, 0);
  return seen == 1;
}
)",
     "Read a shared pointer once into a local variable and use that, or hold a lock over the test and the use. Make "
     "sure that what it points to is published before the pointer is."},
    {FindingKind::kUseAfterFree,
     "Heap memory was read or written after free or delete. One thread still used what another gave back.", "c", "",
     R"(#include <pthread.h>
#include <stdlib.h>
int *_Atomic shared;
void *reader(void *unused) {
  int *mine = shared;
  if (mine) *mine = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  int *block = malloc(sizeof *block);
  shared = block;
  pthread_create(&t, 0, reader, 0);
  shared = 0;
  free(block);
  pthread_join(t, 0);
}
)",
     "Free only when no thread can use it any more: after joining them, with std::shared_ptr held by each user, or with "
     "a scheme for delayed freeing (hazard pointers, RCU)."},
    {FindingKind::kDoubleFree, "The same heap block was freed twice. Two threads both thought it theirs.", "c", "",
     R"(#include <pthread.h>
#include <stdlib.h>
int *_Atomic shared;
void *drop(void *unused) {
  int *mine = shared;
  if (mine) {
    shared = 0;
    free(mine);
  }
  return 0;
}
int main(void) {
  pthread_t t;
  shared = malloc(sizeof(int));
  pthread_create(&t, 0, drop, 0);
  drop(0);
  pthread_join(t, 0);
}
)",
     "Take the pointer out in one step, so that one thread gets it and the others get null: atomic_exchange, or a lock "
     "over the test and the free. Let one owner free."},
    {FindingKind::kInvalidFree,
     "free or delete was given a pointer that no allocation returned: one into the middle of a block, to a global or to "
     "a stack variable.",
     "c", "",
     R"(#include <stdlib.h>
char *text;
int main(void) {
  text = malloc(16);
  text++;  // skips a blank, and with it the pointer that malloc returned
  free(text);
}
)",
     "Keep the pointer that the allocation returned, and free that one."},
    {FindingKind::kOutOfBounds,
     "Heap memory outside the allocated block was accessed. With threads this is often an index that another thread "
     "moved on, or a size that was read before the block was replaced.",
     "c", "",
     R"(#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int used;
int *slots;
void *put(void *unused) {
  if (used < 1) slots[used++] = 1;  // both may find room
  return 0;
}
int main(void) {
  pthread_t t;
  slots = malloc(sizeof(int));
  pthread_create(&t, 0, put, 0);
  put(0);
  pthread_join(t, 0);
  free(slots);
}
)",
     "Test the index and use it in one step: hold a lock over both, or reserve the slot with one atomic operation and "
     "test what it returned."},
    {FindingKind::kCrash,
     "The program was stopped by a signal: a wild pointer, a division by zero, a stack overflow, an illegal "
     "instruction.",
     "c", "",
     R"(#include <pthread.h>
#include <stdatomic.h>
atomic_int parts = 1;
void *none_left(void *unused) {
  parts = 0;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, none_left, 0);
  int share = 100 / parts;
  pthread_join(t, 0);
  return share == 1;
}
)",
     "Look at the last step and at the value it used. heddle replay FILE --gdb stops there."},
    {FindingKind::kLeak,
     "A heap block was never freed and nothing points to it any more as the program ends. Looked for with --leaks.",
     "c", "--leaks",
     R"(#include <pthread.h>
#include <stdlib.h>
void *_Atomic cached;
void *fill(void *unused) {
  if (!cached) cached = malloc(8);  // the second one overwrites the first
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, fill, 0);
  fill(0);
  pthread_join(t, 0);
  free(cached);
}
)",
     "Test and set in one step (compare-exchange, a lock, std::call_once), and free what was not needed."},
    {FindingKind::kLivelock,
     "A loop waits for a change that no thread can make any more: all others are done or wait in the same way.", "c",
     "",
     R"(#include <pthread.h>
#include <stdatomic.h>
atomic_int ready;
void *announce(void *unused) {
  ready = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, announce, 0);
  ready = 0;  // may undo the announcement
  while (!ready) {
  }
  pthread_join(t, 0);
}
)",
     "Make sure that what the loop waits for happens after the wait began or stays true: set it up before the other "
     "thread starts, never reset what somebody may wait for."},
    {FindingKind::kUncaughtException,
     "An exception left a thread's function or main, or std::terminate was called, as by the destructor of a "
     "std::thread that was not joined.",
     "cpp", "",
     R"(#include <atomic>
#include <stdexcept>
#include <thread>
std::atomic<bool> accepting{true};
int main() {
  std::thread user([] {
    if (!accepting) throw std::runtime_error("closed");
  });
  accepting = false;
  user.join();
}
)",
     "Catch exceptions inside the thread and hand them over (std::promise, std::async). Join every thread, also on the "
     "way of an exception: std::jthread does."},
    {FindingKind::kLockMisuse,
     "A lock or a thread handle was used against its rules: unlocked by a thread that does not hold it, destroyed while "
     "held, waited on without its mutex, a thread joined twice.",
     "c", "",
     R"(#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *helper(void *unused) {
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, helper, 0);
  pthread_join(t, 0);
}
)",
     "Let the thread that locks also unlock, best by std::lock_guard. To let one thread wait for another use a "
     "condition variable or a semaphore."},
    {FindingKind::kExitCode,
     "The program ended with an exit code other than 0 under some schedule. Looked for with --exit-code, for test "
     "programs that report failure so.",
     "c", "--exit-code",
     R"(#include <pthread.h>
#include <stdatomic.h>
atomic_int done;
void *work(void *unused) {
  done = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  int result = !done;
  pthread_join(t, 0);
  return result;
}
)",
     "Look at which schedule made the program say so; here the result is read before the thread is joined."},
    {FindingKind::kUseAfterReturn,
     "A local variable was accessed after its function had returned, or after its thread had ended. Its memory belongs to "
     "other functions by then.",
     "c", "",
     R"(#include <pthread.h>
void *print(void *number) { return *(int *)number > 0 ? number : 0; }
int main(void) {
  pthread_t t;
  int number = 1;
  pthread_create(&t, 0, print, &number);
  pthread_detach(t);
  return 0;  // the thread may not have looked yet
}
)",
     "Join the thread before the function returns, or give it something that lives longer: a copy, a heap block that the "
     "thread frees, a std::shared_ptr. Lambdas of threads that are not joined should capture by value."},
    {FindingKind::kUseAfterScope,
     "A local variable was accessed after the block that it was declared in was left. Its memory may serve another "
     "variable by then.",
     "c", "",
     R"(#include <pthread.h>
void *print(void *number) { return *(int *)number > 0 ? number : 0; }
int main(void) {
  pthread_t t;
  for (int i = 0; i < 1; i++) {
    int number = i + 1;
    pthread_create(&t, 0, print, &number);
  }
  pthread_join(t, 0);  // number is gone by then
}
)",
     "Declare the variable where it lives as long as everybody who uses it: outside of the loop, in an array with one element "
     "per thread."},
};
static_assert(sizeof kGuides / sizeof *kGuides == kFindingKindCount);

std::string paragraph(const std::string& text, size_t width, const std::string& indent) {
  std::string out;
  for (const auto& line : wrap(text, width - indent.size())) out += indent + line + "\n";
  return out;
}

std::string indented(const std::string& code) {
  std::string out;
  for (size_t begin = 0; begin < code.size();) {
    const size_t end = code.find('\n', begin);
    out += "    " + code.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return out;
}

}  // namespace

const KindGuide& guide_of(FindingKind kind) {
  const KindGuide& guide = kGuides[static_cast<int>(kind)];
  CHECK(guide.kind == kind);
  return guide;
}

std::string guide_text(FindingKind kind, size_t width) {
  const KindGuide& guide = guide_of(kind);
  const std::string file = std::string("example.") + guide.language, options = guide.options;
  return paragraph(std::string(name(kind)) + ": " + describe(kind), width, "") + "\n" +
         paragraph(guide.meaning, width, "") + "\nExample (heddle check " + options + (options.empty() ? "" : " ") +
         file + "):\n\n" + indented(guide.example) + "\nHow to fix it:\n\n" + paragraph(guide.fix, width, "");
}

std::string guide_list(size_t width) {
  constexpr size_t kNames = 20;
  std::string out;
  for (const KindGuide& guide : kGuides) {
    const auto lines = wrap(describe(guide.kind), width - kNames);
    for (size_t i = 0; i < lines.size(); ++i) out += pad(i == 0 ? name(guide.kind) : "", kNames) + lines[i] + "\n";
  }
  return out + "\nheddle explain KIND says more.\n";
}

}  // namespace heddle
