// Bubble sort: four threads each make passes over one array, without any lock.
//
// Bug: two threads swap the same neighbours at the same time, so a value is lost or doubled and the array ends unsorted
// (data races on the elements). With FIXED the result is no longer checked; the races stay, as in the paper.
//
// VERDICT: bug
// REPORT: SUMMARY: heddle: assertion
#include <algorithm>
#include <cassert>
#include <thread>
#include <vector>

#ifndef LENGTH
#define LENGTH 8
#endif
#ifndef SORTERS
#define SORTERS 4
#endif

int numbers[LENGTH];

void pass() {
  for (int i = 0; i + 1 < LENGTH; ++i) {
    const int left = numbers[i], right = numbers[i + 1];
    if (left > right) {
      numbers[i] = right;
      numbers[i + 1] = left;
    }
  }
}

int main() {
  for (int i = 0; i < LENGTH; ++i) numbers[i] = i < SORTERS ? LENGTH - i : i - SORTERS;
  std::vector<int> sorted(numbers, numbers + LENGTH);
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::thread> sorters;
  for (int i = 0; i < SORTERS; ++i) sorters.emplace_back(pass);
  for (auto& sorter : sorters) sorter.join();
  std::vector<int> found(numbers, numbers + LENGTH);
  std::sort(found.begin(), found.end());
#ifndef FIXED
  assert(found == sorted);  // every number is still there, once
#endif
}
