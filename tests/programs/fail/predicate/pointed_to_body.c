#include <stdatomic.h>

extern atomic_int x;

int look(void) { return x; }
