"""Values that are followed in native code (src/instrument/follow.h): what programs ask. tools/fuzz-follow looks at random ones."""
import os
import subprocess
import sys
import unittest

from tool import HEDDLE, ROOT, ToolTest

sys.path.insert(0, str(ROOT / "tests" / "fuzz"))
import follow_ways  # noqa: E402
from follow_logs import ADD, EQUAL, MUL, REGISTER, SEXT, runs_of  # noqa: E402

FRAME = """#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
int x, y;
atomic_int a;
BEFORE
void *reads(void *unused) {
  BODY
  return 0;
}
static void *writes(void *unused) {
  for (int i = 1; i < 4; i++) x = i;
  a = 1;
  y = 2;
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, reads, 0);
  pthread_create(&t, 0, writes, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
"""
READER = 1


class FollowTest(ToolTest):
    def last_run(self, body, before="", level=1):
        """A run of the program, with everything that memory is shared known."""
        self.write("program.c", FRAME.replace("BODY", body).replace("BEFORE", before))
        log = self.dir / "log"
        subprocess.run([HEDDLE.parent / "heddle-cc", "-g", "-w", f"-O{level}", "program.c", "-o", "program"], cwd=self.dir, check=True,
                       env={**os.environ, "HEDDLE_FOLLOW": "1"})
        self.heddle("check", "./program", "--engine", "random", "--max-executions", "8", "--race", "ignore", "-j1", "--keep-going",
                    env={"HEDDLE_FOLLOW_LOG": str(log), "HEDDLE_FOLLOW_ACQUIRE": "1"})
        runs = [run for file in self.dir.glob("log.*") for run in runs_of(file)]
        self.assertTrue(runs)
        for file in self.dir.glob("log.*"):
            file.unlink()
        return runs[-1]

    def questions(self, *arguments, **more):
        """The operator of each question that the reader asks."""
        run = self.last_run(*arguments, **more)
        return [run["terms"].terms[item[2]][0] for item in run["items"] if item[0] == "Q" and item[1] == READER]

    def written(self, *arguments, **more):
        """The operators of what it writes, 0 for values."""
        run = self.last_run(*arguments, **more)
        return [run["terms"].terms[item[10]][0] if item[10] else 0
                for item in run["items"] if item[0] == "E" and item[1] == READER and item[2] == 5]

    def test_sums_are_not_asked(self):
        for level in range(3):
            self.assertEqual(self.questions("int s = 0; for (int i = 0; i < 6; i++) s += x; y = s;", level=level), [], level)
            self.assertEqual(self.written("int t = x; y = t + 1;", level=level), [ADD], level)

    def test_a_branch_asks_what_it_tests(self):
        for level in range(3):
            self.assertEqual(self.questions("if (x == 3) y = 1;", level=level), [EQUAL], level)

    def test_asked_once(self):
        self.assertEqual(self.questions("int t = x; if (t == 3) y = 1; if (t != 3) y = 2; if (t == 3) y = 3;", level=0), [EQUAL])

    def test_an_address_is_asked(self):
        self.assertEqual(self.questions("volatile int table[4] = {0}; y = table[x & 3];"), [MUL])

    def test_calls_pass_terms(self):
        before = "__attribute__((noinline)) static int twice(int v) { return v * 2; } int (*volatile f)(int) = twice;"
        for level in range(3):
            self.assertEqual(self.questions("y = twice(x);", before, level=level), [], level)
            self.assertEqual(self.questions("int (*g)(int) = f; y = g(x);", before, level=level), [], level)

    def test_structures_are_copied(self):
        before = "struct s { int a; char b; long c; };"
        for level in range(3):
            body = "volatile struct s u = {0}; u.a = x; struct s v; memcpy(&v, (void *)&u, sizeof v); struct s w = v; y = w.a + 1;"
            self.assertEqual(self.questions(body, before, level=level), [], level)
            self.assertEqual(self.written(body, before, level=level), [ADD], level)

    def test_what_leaves_is_asked(self):
        self.assertEqual(self.questions("char text[40]; snprintf(text, sizeof text, \"%d\", x);"), [REGISTER])
        self.assertEqual(self.questions("volatile double d = x; y = d / 3;"), [REGISTER])

    def test_parts_of_values_are_followed(self):
        part = "volatile union { int w; char b[4]; } u; u.w = x; y = u.b[1];"
        self.assertEqual(self.questions(part), [])
        self.assertEqual(self.written(part), [SEXT])
        whole = "volatile union { int w; unsigned short h[2]; } u; u.h[0] = x; u.h[1] = x + 1; y = u.w + 1;"
        self.assertEqual(self.questions(whole), [])
        self.assertEqual(self.written(whole), [ADD])

    def test_a_compare_exchange_tells_its_success(self):
        run = self.last_run("int old = 5; if (atomic_compare_exchange_strong(&a, &old, 6)) y = 1; else y = old;")
        self.assertEqual([item for item in run["items"] if item[0] == "Q" and item[1] == READER], [])
        self.assertTrue(any(item[0] == "E" and item[1] == READER and item[2] == 6 and item[9] for item in run["items"]))

    def test_a_loop_that_waits_asks(self):
        self.assertIn(EQUAL, self.questions("while (a == 0) {}"))

    def test_no_way_loses_a_value(self):
        """The second value that the reader may see is seen, whichever way it goes."""
        self.write("ways.cpp", follow_ways.source())
        subprocess.run([HEDDLE.parent / "heddle-c++", "-g", "-w", "-O1", "-std=c++20", "ways.cpp", "-o", "ways"], cwd=self.dir, check=True,
                       env={**os.environ, "HEDDLE_FOLLOW": "1"})
        for number, way in enumerate(follow_ways.WAYS):
            with self.subTest(way):
                self.heddle("check", "./ways", "--race", "ignore", "--no-shorten", "-j1", "--", str(number), code=1)

    def test_random_programs(self):
        done = subprocess.run([sys.executable, str(ROOT / "tools" / "fuzz-follow"), "16", "--executions", "40"], capture_output=True, text=True,
                              env={**os.environ, "HEDDLE_BIN": str(HEDDLE.parent)})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_engines_agree(self):
        done = subprocess.run([sys.executable, str(ROOT / "tools" / "fuzz-follow"), "--engines", "16"], capture_output=True, text=True,
                              env={**os.environ, "HEDDLE_BIN": str(HEDDLE.parent)})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
