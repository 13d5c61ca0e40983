#include "queue.h"

#include <gtest/gtest.h>
#include <heddle/check.hpp>

#include <thread>

TEST(Queue, KeepsOrder) {
  heddle::check([] {
    Queue<int, 2> queue;
    std::thread producer([&] {
      for (int i = 1; i <= 3; ++i) queue.push(i);
    });
    int last = 0;
    for (int i = 0; i < 3; ++i)
      if (auto value = queue.pop()) {
        EXPECT_GT(*value, last);
        last = *value;
      }
    producer.join();
  });
}

// One producer and one consumer is what the queue promises. Two consumers are one too many.
TEST(Queue, TwoConsumers) {
  Queue<int, 2> queue;
  queue.push(1);
  heddle::check([&] {
    std::optional<int> a, b;
    std::thread other([&] { a = queue.pop(); });
    b = queue.pop();
    other.join();
    EXPECT_FALSE(a && b) << "both got the only value";
  });
}
