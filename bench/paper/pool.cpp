// Pool: two threads borrow objects from a pool that may have one (Apache Commons Pool, bug 107).
//
// Bug: whether another object may be made is decided under the lock, but it is counted only after it was made, under
// the lock again. Two threads make one each. No data race. With FIXED it is counted where it is decided.
//
// FALLBACK: every execution was run
// RUN:
// VERDICT: bug:assertion
// RUN: -DFIXED
// VERDICT: verified
#include <cassert>
#include <list>
#include <mutex>
#include <thread>

#ifndef ROUNDS
#define ROUNDS 4
#endif

struct Object {
  int uses = 0;
};

class Pool {
 public:
  Object* borrow() {
    {
      std::lock_guard hold(mutex_);
      if (!idle_.empty()) {
        Object* object = idle_.front();
        idle_.pop_front();
        return object;
      }
      if (made_ >= kLimit) return nullptr;
#ifdef FIXED
      ++made_;
#endif
    }
    auto* object = new Object;
#ifndef FIXED
    std::lock_guard hold(mutex_);
    ++made_;
#endif
    return object;
  }
  void give_back(Object* object) {
    std::lock_guard hold(mutex_);
    assert(made_ <= kLimit);  // never more than allowed
    idle_.push_back(object);
  }
  ~Pool() {
    for (Object* object : idle_) delete object;
  }

 private:
  static constexpr int kLimit = 1;
  std::mutex mutex_;
  std::list<Object*> idle_;
  int made_ = 0;
};

Pool* pool;

void client() {
  for (int i = 0; i < ROUNDS; ++i)
    if (Object* object = pool->borrow()) {
      ++object->uses;
      pool->give_back(object);
    }
}

int main() {
  Pool objects;
  pool = &objects;
  std::thread a(client), b(client);
  a.join();
  b.join();
}
