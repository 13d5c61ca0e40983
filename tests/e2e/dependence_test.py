"""mcr-trace with static dependence: the same findings, and every schedule that a solver finds leads where it should."""
import json
import pathlib
import random
import subprocess
import unittest

from tool import HEDDLE, ToolTest

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
"""

# What is read at `v` goes only into values, except where a branch or an address depends on it.
COUNTER = HEAD + """atomic_int counter;
static void *up(void *p) { for (int i = 0; i < 2; i++) counter = counter + 1; return 0; }
static void *down(void *p) { for (int i = 0; i < 2; i++) counter = counter - 1; return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, up, 0);
  pthread_create(&b, 0, down, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 0);
}
"""
# The value of y depends on x by a branch and a join of two ways: not by data alone.
JOIN = HEAD + """atomic_int x, y;
static void *a(void *p) { x = 1; return 0; }
static void *b(void *p) { int v; if (x) v = 1; else v = 2; y = v; return 0; }
static void *c(void *p) { assert(y != 1); return 0; }
int main(void) {
  pthread_t s, t, u;
  pthread_create(&s, 0, a, 0);
  pthread_create(&t, 0, b, 0);
  pthread_create(&u, 0, c, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
"""
# The assertion depends on what was stored by another thread, and that on what it read.
STORED = HEAD + """atomic_int x, y;
static void *a(void *p) { y = 1; return 0; }
static void *b(void *p) { x = y; return 0; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, a, 0);
  pthread_create(&t, 0, b, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(x == 0);
}
"""
# Two reads, neither of which decides anything.
LISTING = HEAD + """int x, r1, r2;
static void *a(void *p) { x = 1; return 0; }
static void *b(void *p) { int u = x; int v = x; r1 = u; r2 = v; return 0; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, a, 0);
  pthread_create(&t, 0, b, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
"""


def random_program(seed):
    rng = random.Random(seed)

    def statement(depth):
        x, y, r, n = rng.randrange(3), rng.randrange(3), rng.choice(("r", "s")), rng.randrange(3)
        kind = rng.randrange(10 if depth else 8)
        if kind == 8:
            return f"if ({r} > {n}) {{ {statement(0)} }}"
        if kind == 9:
            return f"if (x{x} == {r}) {{ {statement(0)} {statement(0)} }}"
        return (f"{r} = x{x};", f"x{x} = {r} + {n};", f"x{x} = x{y} + 1;", f"array[{r} & 3] = x{y};", f"{r} = array[{n}] + x{x};",
                f"keep(&mine, x{x});", f"x{x} = mine;", f"atomic_fetch_add(&x{x}, {r});")[kind]

    threads = []
    for t in range(2):
        body = "\n  ".join(statement(1) for _ in range(rng.randrange(3, 6)))
        threads.append(f"static void *t{t}(void *p) {{\n  int r = 0, s = 1, mine = 0;\n  {body}\n  keep(&mine, r + s);\n  return 0;\n}}\n")
    return (HEAD + "atomic_int x0, x1, x2, array[4];\n__attribute__((noinline)) static void keep(int *to, int v) { *to = v; }\n" + "".join(threads)
            + "int main(void) {\n  pthread_t a, b;\n  pthread_create(&a, 0, t0, 0);\n  pthread_create(&b, 0, t1, 0);\n"
              "  pthread_join(a, 0);\n  pthread_join(b, 0);\n  assert(x0 + x1 + x2 < 6);\n}\n")


class DependenceTest(ToolTest):
    def check(self, text, dependence, *options):
        source = pathlib.Path(self.dir, "program.c")
        source.write_text(text)
        done = subprocess.run([HEDDLE, "check", source, "--engine", "mcr-trace", "--dependence", dependence, "--keep-going", "--no-shorten",
                               "--quiet", "--race=ignore", "--json", "out.json", *options], capture_output=True, text=True, timeout=120, cwd=self.dir)
        self.assertIn(done.returncode, (1, 3), done.stdout + done.stderr)
        answer = json.loads(pathlib.Path(self.dir, "out.json").read_text())
        self.assertNotIn("did not lead", answer["reason"], text)
        self.assertEqual(answer["blocked"], 0, text)
        return answer

    def findings(self, answer):
        return {(f["kind"], f["line"]) for f in answer["findings"]}

    def test_the_same_findings(self):
        for text, line in ((JOIN, 8), (STORED, 14)):
            for dependence in ("none", "s", "s+"):
                answer = self.check(text, dependence, "--solver", "both")
                self.assertEqual(self.findings(answer), {("assertion", line)}, dependence)
                self.assertGreater(answer["solver_seconds"], 0)

    def test_fewer_constraints(self):
        none, s, s_plus = (self.check(LISTING, d, "--solver", "z3") for d in ("none", "s", "s+"))
        self.assertLess(s["solver_reads"], none["solver_reads"])
        self.assertLess(s["solver_constraints"], none["solver_constraints"])
        self.assertEqual(s_plus["executions"], none["executions"])

    def test_random_programs(self):
        seen = 0
        for seed in range(12):
            text = random_program(seed)
            known = self.findings(self.check(text, "none", "--max-executions", "300"))
            for dependence in ("s", "s+"):
                answer = self.check(text, dependence, "--max-executions", "300")
                seen += answer["executions"]
                if answer["executions"] < 300:
                    self.assertEqual(self.findings(answer), known, text)
        self.assertGreater(seen, 100)

    def test_a_finding_replays(self):
        answer = self.check(COUNTER, "s")
        self.assertEqual(self.findings(answer), {("assertion", 14)})
        file = next(pathlib.Path(self.dir).glob("*.heddle"))
        done = subprocess.run([HEDDLE, "replay", file], capture_output=True, text=True, cwd=self.dir)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertNotIn("has changed", done.stdout + done.stderr)

    def test_wrong_use(self):
        pathlib.Path(self.dir, "program.c").write_text(COUNTER)
        done = subprocess.run([HEDDLE, "check", "program.c", "--dependence", "s"], capture_output=True, text=True, cwd=self.dir)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--engine mcr-trace", done.stderr)


if __name__ == "__main__":
    unittest.main()
