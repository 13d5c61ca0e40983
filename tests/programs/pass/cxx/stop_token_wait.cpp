// VERDICT: inconclusive
// REASON: limit of 20000 executions
// RUN: --engine dfs --max-executions 20000
// RUN: --engine random --max-executions 20000
// condition_variable_any waits with a stop token; the request ends the wait. Too many interleavings for dfs.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

int main() {
  std::mutex m;
  std::condition_variable_any c;
  std::jthread t([&](std::stop_token stop) {
    std::unique_lock hold(m);
    assert(!c.wait(hold, stop, [] { return false; }));
    assert(stop.stop_requested());
  });
  t.request_stop();
}
