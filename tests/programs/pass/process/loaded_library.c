// VERDICT: verified
// RUN: --engine dfs
// dlopen of the program itself and of what is loaded already, and dlsym.
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <string.h>
#include "several_runs.h"
int main(void) {
  void* self = dlopen(0, RTLD_NOW);
  assert(self && dlsym(self, "main") == (void*)main);
  void* libc = dlopen("libc.so.6", RTLD_NOW);
  assert(libc);
  size_t (*length)(const char*) = dlsym(libc, "strlen");
  assert(length);
  assert(dlclose(libc) == 0);
  assert(dlopen("libnothere.so", RTLD_NOW | RTLD_NOLOAD) == 0);
  several_runs();
  return 0;
}
