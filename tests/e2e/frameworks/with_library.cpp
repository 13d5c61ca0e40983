// What is checked here is in a static library.
#include <gtest/gtest.h>

#include <heddle/check.hpp>
#include <thread>

#include "money.h"

TEST(Bank, LosesMoney) {
  heddle::check([] {
    balance = 0;
    std::thread t([] { deposit(10); });
    deposit(20);
    t.join();
    EXPECT_EQ(balance, 30);
  });
}

TEST(Bank, OneTeller) {
  heddle::check([] {
    balance = 0;
    deposit(20);
    EXPECT_EQ(balance, 20);
  });
}
