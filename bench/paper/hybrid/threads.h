// Threads of the programs in this folder: start two or three, wait for all.
#pragma once
#include <pthread.h>

template <class T>
void run_all(T (&workers)[2], void* (*body)(void*)) {
  pthread_t first, second;
  pthread_create(&first, nullptr, body, &workers[0]);
  pthread_create(&second, nullptr, body, &workers[1]);
  pthread_join(first, nullptr);
  pthread_join(second, nullptr);
}

class Guard {
 public:
  explicit Guard(pthread_mutex_t& mutex) : mutex_(mutex) { pthread_mutex_lock(&mutex_); }
  ~Guard() { pthread_mutex_unlock(&mutex_); }
  Guard(const Guard&) = delete;

 private:
  pthread_mutex_t& mutex_;
};
