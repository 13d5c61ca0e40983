// Conversions between character sets, each thread with its own.
// VERDICT: verified
// RUN: -DSHARED=0
#include <assert.h>
#include <iconv.h>
#include <pthread.h>

static iconv_t shared;

static void* convert(void* p) {
  iconv_t way = SHARED ? shared : iconv_open("UTF-16LE", "UTF-8");
  assert(way != (iconv_t)-1);
  char in[] = "ab", out[8], *from = in, *into = out;
  size_t left = 2, room = 8;
  assert(iconv(way, &from, &left, &into, &room) == 0 && room == 4 && out[2] == 'b');
  if (!SHARED) iconv_close(way);
  return p;
}

int main(void) {
  shared = iconv_open("UTF-16LE", "UTF-8");
  pthread_t t;
  pthread_create(&t, 0, convert, 0);
  convert(0);
  pthread_join(t, 0);
  iconv_close(shared);
}
