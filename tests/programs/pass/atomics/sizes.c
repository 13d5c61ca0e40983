// VERDICT: verified
// EXECUTIONS: dfs=2
// RUN: --engine dfs 
// RUN: -O0
// Every operation on integers of 1 to 8 bytes, with wrap-around, signed and unsigned, and floating point.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define ALL(T, NAME)                                                       \
  static _Atomic T NAME;                                                   \
  static void test_##NAME(void) {                                          \
    T max = (T)~(T)0;                                                      \
    atomic_store(&NAME, 5);                                                \
    assert(atomic_load(&NAME) == 5);                                       \
    assert(atomic_exchange(&NAME, 7) == 5);                                \
    assert(atomic_fetch_add(&NAME, 3) == 7);                               \
    assert(atomic_fetch_sub(&NAME, 11) == 10);                             \
    assert(NAME == max);                                                   \
    assert(atomic_fetch_and(&NAME, 0x3c) == max);                          \
    assert(atomic_fetch_or(&NAME, 0x41) == 0x3c);                          \
    assert(atomic_fetch_xor(&NAME, 0x7f) == 0x7d);                         \
    assert(NAME == 2);                                                     \
    T expected = 3;                                                        \
    assert(!atomic_compare_exchange_strong(&NAME, &expected, 9));          \
    assert(expected == 2);                                                 \
    assert(atomic_compare_exchange_strong(&NAME, &expected, 9));           \
    while (!atomic_compare_exchange_weak(&NAME, &expected, 10)) expected = 9; \
    assert(NAME++ == 10 && ++NAME == 12 && NAME-- == 12 && --NAME == 10);  \
    NAME += 4;                                                             \
    NAME -= 1;                                                             \
    NAME |= 16;                                                            \
    NAME &= 0x1f;                                                          \
    NAME ^= 1;                                                             \
    assert(NAME == 28);                                                    \
    assert(__sync_fetch_and_nand((T*)&NAME, 4) == 28);                     \
    assert(NAME == (T)~4);                                                 \
    assert(__sync_val_compare_and_swap((T*)&NAME, (T)~4, 1) == (T)~4);     \
    assert(__sync_lock_test_and_set((T*)&NAME, 2) == 1);                   \
    __sync_lock_release((T*)&NAME);                                        \
    assert(NAME == 0);                                                     \
  }
ALL(uint8_t, u8)
ALL(uint16_t, u16)
ALL(uint32_t, u32)
ALL(uint64_t, u64)
ALL(unsigned char, uc)
ALL(size_t, sz)

static _Atomic int8_t s8 = 127;
static _Atomic double d = 1.5;
static _Atomic float f = 1.5f;
static int cell[4];
static int* _Atomic p = cell;
static _Atomic _Bool flag;
static atomic_int shared;

static void* run(void* x) {
  shared++;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  shared++;
  test_u8();
  test_u16();
  test_u32();
  test_u64();
  test_uc();
  test_sz();
  s8++;
  assert(s8 == -128);
  d += 2.25;
  assert(d == 3.75);
  f -= 0.5f;
  assert(f == 1.0f);
  assert(atomic_fetch_add(&p, 2) == cell && p == cell + 2);
  assert(!atomic_exchange(&flag, 1) && flag);
  pthread_join(t, 0);
  assert(shared == 2);
  return 0;
}
