// Weblech: a small web crawler. Two spiders fetch the pages of a site held in memory, main waits and then closes down;
// about 2,000 events a run with the 60 pages given here.
//
// Bugs: the number of downloads in progress and the bytes fetched are counted without the lock, and the flag that ends
// the crawl is plain (data races); a spider that sees no work and a count that is off by a lost update goes home early;
// main takes the log away as soon as the queue is empty, though a spider may still be busy with its last page and then
// dereferences null. With FIXED the log is taken away after the spiders have ended; the races stay.
//
// VERDICT: bug
// REPORT: SUMMARY: heddle: null-dereference
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#ifndef PAGES
#define PAGES 60
#endif
#ifndef SPIDERS
#define SPIDERS 2
#endif

struct Page {
  std::vector<int> links;
  int bytes = 0;
};

struct Log {
  std::mutex mutex;
  std::vector<int> fetched;
  void add(int page) {
    std::lock_guard hold(mutex);
    fetched.push_back(page);
  }
};

class Queue {
 public:
  void offer(int page) {
    std::lock_guard hold(mutex_);
    if (seen_[page]) return;
    seen_[page] = true;
    open_.push_back(page);
  }
  bool take(int& page) {
    std::lock_guard hold(mutex_);
    if (open_.empty()) return false;
    page = open_.front();
    open_.pop_front();
    if (open_.empty()) drained_.notify_one();
    return true;
  }
  void wait_until_empty() {
    std::unique_lock hold(mutex_);
    drained_.wait(hold, [this] { return closed_ || open_.empty(); });
  }
  void close() {
    std::lock_guard hold(mutex_);
    closed_ = true;
    drained_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable drained_;
  std::deque<int> open_;
  bool closed_ = false;
  std::vector<bool> seen_ = std::vector<bool>(PAGES);
};

std::vector<Page> site(PAGES);
Queue queue;
Log journal;
Log* log_file = &journal;
int downloads_in_progress = 0;
long bytes_fetched = 0;
bool quit = false;

void fetch(int page) {
  bytes_fetched += site[page].bytes;
  for (int link : site[page].links) queue.offer(link);
  log_file->add(page);
}

void spider() {
  for (int idle = 0; !quit && idle < 3;) {
    int page;
    if (queue.take(page)) {
      ++downloads_in_progress;
      fetch(page);
      --downloads_in_progress;
    } else if (downloads_in_progress == 0) {
      quit = true;
    } else {
      ++idle;
      std::this_thread::yield();
    }
  }
  queue.close();
}

int main() {
  for (int i = 0; i < PAGES; ++i) {
    site[i].bytes = 100 + i;
    for (int link : {2 * i + 1, 2 * i + 2})
      if (link < PAGES) site[i].links.push_back(link);
  }
  queue.offer(0);
  std::vector<std::thread> spiders;
  for (int i = 0; i < SPIDERS; ++i) spiders.emplace_back(spider);
  queue.wait_until_empty();
#ifndef FIXED
  log_file = nullptr;
#endif
  for (auto& s : spiders) s.join();
  log_file = nullptr;
}
