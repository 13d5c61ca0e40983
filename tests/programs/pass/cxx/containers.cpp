// FALLBACK: memory changed without an access that could be seen
// VERDICT: verified
// Containers under a lock: vector, deque, list, map, unordered_map, set, string, optional, variant, function.
#include <array>
#include <cassert>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>
#include <variant>
#include <vector>

static std::mutex m;
static std::vector<int> vector;
static std::deque<std::string> deque;
static std::list<int> list;
static std::map<std::string, int> map;
static std::unordered_map<int, std::string> hash;
static std::set<int> set;
static std::vector<std::function<int(int)>> functions;

static void work(int me) {
  std::lock_guard hold(m);
  for (int i = 0; i < 10; i++) {
    vector.push_back(i);
    deque.push_front(std::string(30, 'a'));
    list.push_back(i);
    map["key " + std::to_string(i)] += me;
    hash[i * 17] += "x";
    set.insert(i % 3);
  }
  functions.push_back([me](int n) { return n + me; });
  std::variant<int, std::string> v = std::string("text");
  assert(std::get<std::string>(v) == "text");
  std::optional<int> o = me;
  assert(*o == me);
}

int main() {
  std::thread t(work, 1);
  work(2);
  t.join();
  assert(vector.size() == 20 && deque.size() == 20 && list.size() == 20 && set.size() == 3);
  assert(map.at("key 3") == 3 && hash.at(34) == "xx");
  int sum = 0;
  for (auto& f : functions) sum += f(10);
  assert(sum == 23);
}
