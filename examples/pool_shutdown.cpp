// A thread pool that shuts down too eagerly. A worker that is told to stop goes home at once, also when a job that was
// accepted earlier still waits. As long as the worker is quick nobody notices; when the pool is destroyed before the
// worker got round to the job, the job is lost.
#include <cassert>
#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

class Pool {
 public:
  Pool() : worker_([this] { work(); }) {}
  ~Pool() {
    {
      std::lock_guard hold(mutex_);
      stopping_ = true;
    }
    changed_.notify_one();
    worker_.join();
  }

  void submit(std::function<void()> job) {
    {
      std::lock_guard hold(mutex_);
      jobs_.push_back(std::move(job));
    }
    changed_.notify_one();
  }

 private:
  void work() {
    std::unique_lock hold(mutex_);
    for (;;) {
      changed_.wait(hold, [this] { return stopping_ || !jobs_.empty(); });
#ifdef FIXED
      if (jobs_.empty()) return;
#else
      if (stopping_) return;
#endif
      auto job = std::move(jobs_.front());
      jobs_.pop_front();
      hold.unlock();
      job();
      hold.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<std::function<void()>> jobs_;
  bool stopping_ = false;
  std::thread worker_;
};

int main() {
  int saved = 0;
  {
    Pool pool;
    pool.submit([&] { ++saved; });
    pool.submit([&] { ++saved; });
  }
  assert(saved == 2);
}
