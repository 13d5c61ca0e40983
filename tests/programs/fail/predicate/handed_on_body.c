#include <stdatomic.h>

extern atomic_int x;

void* read_it(void* unused) { return (void*)(long)x; }
