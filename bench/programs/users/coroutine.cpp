// A coroutine goes on in another thread, and from there in a third.
#include <atomic>
#include <cassert>
#include <coroutine>
#include <thread>

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};

struct Hop {
  std::thread& to;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> rest) {
    std::thread& target = to;  // the coroutine may have ended, and taken this object with it, when the thread has been started
    target = std::thread([rest] { rest.resume(); });
  }
  void await_resume() {}
};

static std::atomic<int> hops, done;

static Task travel(std::thread& first, std::thread& second) {
  co_await Hop{first};
  ++hops;
  co_await Hop{second};
  ++hops;
  done = 1;
  done.notify_one();
}

int main() {
  std::thread first, second;
  travel(first, second);
  ++hops;
  done.wait(0);
  first.join();
  second.join();
  assert(hops == 3);
}
