/* Apache's buffered log (bug 25520): two requests copy their lines to where the length says, and then make it longer. Lengths are inputs. */
#include "input.h"
#include <string.h>
#define SIZE 8

char buffer[SIZE];
atomic_int length;

static void *log_line(void *argument) {
  const int size = between(INPUT(2, 0), 0, 2);
  const char mark = *(const char *)argument;
  if (length + size > SIZE) return NULL;
  for (int i = 0; i < size; i++) buffer[length + i] = mark;
  length = length + size;
  return NULL;
}

int main(void) {
  char one = 'a', two = 'b';
  pthread_t a = start(log_line, &one), b = start(log_line, &two);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  for (int i = 0; i < length; i++) assert(buffer[i] != 0);
}
