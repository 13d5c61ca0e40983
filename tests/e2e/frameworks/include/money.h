#pragma once
#include <atomic>

extern std::atomic<int> balance;
int sum(int a, int b);
void deposit(int amount);
