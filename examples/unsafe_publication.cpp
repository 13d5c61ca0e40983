// Unsafe publication: a constructor that registers `this`. From that line on every thread can find the object, though
// the rest of the constructor has not run. Whoever is quick meets a session without a user.
#include <atomic>
#include <cassert>
#include <thread>

class Session;
std::atomic<Session*> current{nullptr};

class Session {
 public:
  explicit Session(int user) {
#ifndef FIXED
    current = this;
#endif
    user_ = user;
  }
  int user() const { return user_; }

 private:
  int user_ = 0;
};

int main() {
  std::thread monitor([] {
    if (Session* session = current) assert(session->user() == 42);
  });
  Session session(42);
#ifdef FIXED
  current = &session;
#endif
  monitor.join();
}
