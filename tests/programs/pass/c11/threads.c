// VERDICT: verified
// C11 threads.h: threads, mutexes of three kinds, condition, once, tss, thrd_equal, sleep, yield.
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
#include <time.h>

static mtx_t m, r, timed;
static cnd_t c;
static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static atomic_int inits, destroyed;
static int ready;
static _Thread_local int mine = 5;

static void init(void) { inits++; }
static void destroy(void* v) { destroyed++; }

static int run(void* a) {
  call_once(&once, init);
  assert(inits == 1);
  assert(mine++ == 5);
  tss_set(key, a);
  assert(tss_get(key) == a);
  mtx_lock(&r);
  mtx_lock(&r);
  mtx_unlock(&r);
  mtx_unlock(&r);
  thrd_yield();
  mtx_lock(&m);
  while (!ready) cnd_wait(&c, &m);
  mtx_unlock(&m);
  return 42;
}

int main(void) {
  thrd_t t;
  int result;
  mtx_init(&m, mtx_plain);
  mtx_init(&r, mtx_plain | mtx_recursive);
  mtx_init(&timed, mtx_timed);
  cnd_init(&c);
  tss_create(&key, destroy);
  assert(thrd_create(&t, run, &t) == thrd_success);
  call_once(&once, init);
  mtx_lock(&m);
  ready = 1;
  cnd_broadcast(&c);
  cnd_signal(&c);
  mtx_unlock(&m);
  assert(thrd_join(t, &result) == thrd_success);
  assert(result == 42 && destroyed == 1 && mine == 5);
  assert(thrd_equal(thrd_current(), thrd_current()));

  struct timespec until;
  timespec_get(&until, TIME_UTC);
  until.tv_sec += 10;
  assert(mtx_timedlock(&timed, &until) == thrd_success);
  assert(mtx_trylock(&timed) == thrd_busy);
  assert(mtx_timedlock(&timed, &until) == thrd_timedout);
  mtx_unlock(&timed);
  until.tv_sec += 10;
  mtx_lock(&m);
  assert(cnd_timedwait(&c, &m, &until) == thrd_timedout);
  mtx_unlock(&m);
  struct timespec day = {86400, 0};
  assert(thrd_sleep(&day, 0) == 0);
  mtx_destroy(&m);
  cnd_destroy(&c);
  tss_delete(key);
  return 0;
}
