"""mcr asks first for the bugs that a run foretells: they are found in a few executions of a search that never ends."""
import unittest

from tool import ToolTest

# Two threads that do not get on, and six with more histories than anybody waits for. A search that goes back step by step
# changes what came last first: the six are in its way.
NOISE = """#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int noise;
static void *make_noise(void *unused) {
  for (int i = 0; i < 3; i++) noise = 2 * noise + 1;
  return 0;
}
%s
int main(void) {
  pthread_t t[8];
  begin();
  pthread_create(&t[6], 0, user, 0);
  pthread_create(&t[7], 0, owner, 0);
  for (int i = 0; i < 6; i++) pthread_create(&t[i], 0, make_noise, 0);
  for (int i = 0; i < 8; i++) pthread_join(t[i], 0);
  return noise < 0;
}
"""

NULL = NOISE % """
struct item { int value; struct item *next; } one = {1, 0};
struct item *_Atomic head;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void begin(void) { head = &one; }
static void *user(void *unused) {
  if (head != 0) {
    for (volatile int i = 0; i < 3; i++);
    struct item *mine = head;
    pthread_mutex_lock(&m);
    mine->value++;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
static void *owner(void *unused) {
  head = 0;
  pthread_mutex_lock(&m);
  one.value++;
  pthread_mutex_unlock(&m);
  head = &one;
  return 0;
}
"""

# The pointer is looked at before it is followed, and nobody takes it away again: nothing can go wrong.
CHECKED = NOISE.replace("i < 6; i++) pthread_create", "i < 2; i++) pthread_create").replace("i < 8; i++) pthread_join", "i < 2; i++) pthread_join") % """
int one = 1;
int *_Atomic head;
static void begin(void) {}
static void *user(void *unused) {
  head = &one;
  return 0;
}
static void *owner(void *unused) {
  int *mine = head;
  if (mine != 0) atomic_fetch_add((_Atomic int *)mine, 1);
  return 0;
}
"""
CHECKED = CHECKED.replace("  return noise < 0;", "  pthread_join(t[6], 0);\n  pthread_join(t[7], 0);\n  return noise < 0;")

FREED = NOISE % """
struct item { atomic_int value; } *shared;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void begin(void) { shared = calloc(1, sizeof *shared); }
static void *user(void *unused) {
  atomic_fetch_add(&shared->value, 1);
  return 0;
}
static void *owner(void *unused) {
  for (int i = 0; i < 8; i++) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
  atomic_fetch_add(&shared->value, 1);
  free(shared);
  return 0;
}
"""

DEADLOCK = """#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_mutex_lock(&c);
  pthread_mutex_unlock(&c);
  return 0;
}
static void *two(void *unused) {
  for (int i = 0; i < 12; i++) {
    pthread_mutex_lock(&c);
    pthread_mutex_unlock(&c);
  }
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, one, 0);
  pthread_create(&t, 0, two, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
"""

# In the runs that come first, the lock that both take orders the accesses.
RACE = """#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n;
static void *one(void *unused) {
  n = 1;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}
static void *two(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  n = 2;
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, one, 0);
  pthread_create(&t, 0, two, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
"""


class PredictionTest(ToolTest):
    def found(self, source, kind, most, *options):
        self.write("program.c", source)
        for jobs in ("-j1", "-j2"):
            report = self.check_json("--race=ignore", "--time-limit", "20s", jobs, *options, "program.c", code=1)
            self.assertEqual([f["kind"] for f in report["findings"]], [kind], jobs)
            self.assertLessEqual(report["executions"], most, jobs)
            self.assertGreater(report["findings"][0]["execution"], 1, "the first run was not innocent")
            self.assertEqual(report["predicted"][kind]["shown"], 1, jobs)

    def test_null_dereference(self):
        self.found(NULL, "null-dereference", 8)

    def test_use_after_free(self):
        self.found(FREED, "use-after-free", 8)

    def test_deadlock(self):
        self.found(DEADLOCK, "deadlock", 5)

    def test_race(self):
        self.write("program.c", RACE)
        for jobs in ("-j1", "-j2"):
            report = self.check_json(jobs, "program.c", code=1)
            self.assertEqual([f["kind"] for f in report["findings"]], ["race"], jobs)
            self.assertLessEqual(report["predicted"]["race"]["runs"], 2)

    def test_a_pointer_that_is_looked_at(self):
        self.write("program.c", CHECKED)
        for jobs in ("-j1", "-j2"):
            report = self.check_json("--race=ignore", jobs, "program.c", code=0)
            self.assertEqual(report["verdict"], "verified")
            self.assertGreater(report["predicted"]["null-dereference"]["runs"], 0)
            self.assertEqual(report["predicted"]["null-dereference"]["shown"], 0)


if __name__ == "__main__":
    unittest.main()
