// Jigsaw: a small HTTP server. An acceptor parses requests that are held in memory and hands them to ten workers; main
// shuts the server down when half of the requests were answered: a dozen threads.
//
// Bugs, after those of the original: `finishing` is a plain flag that run() reads and shutdown() writes; cleanup() sets
// the logger to null while workers call log() and errlog() through it, two null dereferences; the error log is opened
// at the first error without a lock; hits, bytes and the last client are counted without a lock; the cached page of a
// resource is filled by whoever comes first, without a lock. With FIXED the logger stays until all threads have
// ended; the races stay.
//
// VERDICT: bug
// REPORT: SUMMARY: heddle: null-dereference
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#ifndef REQUESTS
#define REQUESTS 40
#endif
#ifndef WORKERS
#define WORKERS 10
#endif

struct Request {
  int client = 0;
  std::string path;
};

struct Resource {
  int length = 0;
  bool cached = false;
  int hits = 0;
};

class Logger {
 public:
  void log(int status) {
    std::lock_guard hold(mutex_);
    statuses_.push_back(status);
  }
  void errlog(int status) {
    if (errors_ == nullptr) errors_ = &error_file_;
    errors_->push_back(status);
  }

 private:
  std::mutex mutex_;
  std::vector<int> statuses_;
  std::deque<int> error_file_;
  std::deque<int>* errors_ = nullptr;
};

class Server {
 public:
  explicit Server(std::vector<std::string> incoming) : incoming_(std::move(incoming)) {
    for (const char* path : {"/", "/news", "/about", "/search"}) resources_[path].length = 100;
    logger_ = &common_logger_;
  }

  void run() {
    threads_.emplace_back([this] { accept(); });
    for (int i = 0; i < WORKERS; ++i) threads_.emplace_back([this] { serve(); });
  }
  void wait_for(int handled) {
    std::unique_lock hold(mutex_);
    progress_.wait(hold, [=, this] { return handled_ >= handled || closed_; });
  }
  void shutdown() {
    finishing_ = true;
#ifndef FIXED
    cleanup();
#endif
    for (auto& thread : threads_) thread.join();
    cleanup();
  }

 private:
  void accept() {
    int client = 0;
    for (const std::string& line : incoming_) {
      if (finishing_) break;
      Request request{client++, line.substr(4)};
      {
        std::lock_guard hold(mutex_);
        requests_.push_back(std::move(request));
      }
      arrived_.notify_one();
    }
    std::lock_guard hold(mutex_);
    closed_ = true;
    arrived_.notify_all();
    progress_.notify_all();
  }
  void serve() {
    for (;;) {
      std::unique_lock hold(mutex_);
      arrived_.wait(hold, [this] { return closed_ || !requests_.empty(); });
      if (requests_.empty()) return;
      Request request = std::move(requests_.front());
      requests_.pop_front();
      hold.unlock();
      handle(request);
      hold.lock();
      ++handled_;
      progress_.notify_one();
    }
  }
  void handle(const Request& request) {
    last_client_ = request.client;
    const auto found = resources_.find(request.path);
    if (found == resources_.end()) {
      ++errors_;
      logger_->errlog(404);
      return;
    }
    Resource& resource = found->second;
    if (!resource.cached) {
      resource.length += 20;
      resource.cached = true;
    }
    ++resource.hits;
    bytes_ += resource.length;
    logger_->log(200);
  }
  void cleanup() { logger_ = nullptr; }

  const std::vector<std::string> incoming_;
  std::map<std::string, Resource> resources_;
  std::mutex mutex_;
  std::condition_variable arrived_, progress_;
  std::deque<Request> requests_;
  bool closed_ = false;
  int handled_ = 0;
  Logger common_logger_;
  Logger* logger_ = nullptr;
  bool finishing_ = false;
  int last_client_ = 0, errors_ = 0;
  long bytes_ = 0;
  std::vector<std::thread> threads_;
};

int main() {
  std::vector<std::string> incoming;
  const char* lines[] = {"GET /", "GET /news", "GET /nowhere", "GET /about", "GET /search"};
  for (int i = 0; i < REQUESTS; ++i) incoming.emplace_back(lines[i % 5]);
  Server server(std::move(incoming));
  server.run();
  server.wait_for(REQUESTS / 2);
  server.shutdown();
}
