// VERDICT: bug:race
// The stream writes into memory that the program gave it.
#include <pthread.h>
#include <stdio.h>
static char buffer[512];
static FILE* file;
static void* run(void* p) {
  fputs("hello", file);
  return p;
}
int main(void) {
  pthread_t t;
  file = fopen("lent_buffer.txt", "w");
  setvbuf(file, buffer, _IOFBF, sizeof buffer);
  pthread_create(&t, 0, run, 0);
  volatile char first = buffer[0];
  pthread_join(t, 0);
  fclose(file);
  return first & 0;
}
