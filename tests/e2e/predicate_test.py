"""--check: what is proved is said, nothing that was asked for is missed, and facts that are missing cost only time."""
import json
import os
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
# 20 orders for whoever wants all of them.
COUNTERS = HEAD + """static atomic_int hits, limit = 7;
static void *count(void *p) { for (int i = 0; i < 3; i++) hits = 1; assert(limit == 7); return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, count, 0);
  pthread_create(&b, 0, count, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
"""


def random_program(seed):
    """Two threads over shared variables, an array and two locks; assertions on the way and at the end."""
    rng = random.Random(seed)

    def statement(depth):
        x, y, r, n, m = rng.randrange(4), rng.randrange(4), rng.choice(("r", "s")), rng.randrange(3), rng.randrange(2)
        kind = rng.randrange(14 if depth else 9)
        if kind == 9:
            return f"if ({r} > {n}) {{ {statement(0)} }} else {{ {statement(0)} }}"
        if kind == 10:
            return f"if (x{x} == {r}) {{ {statement(0)} {statement(0)} }}"
        if kind == 11:
            return f"pthread_mutex_lock(&m{m}); {statement(0)} {statement(0)} pthread_mutex_unlock(&m{m});"
        if kind == 12:
            return f"for (int i = 0; i < {n}; i++) {{ {statement(0)} }}"
        if kind == 13:
            return f"if (x{x} == {n}) {{ pthread_mutex_lock(&m0); {statement(0)} pthread_mutex_lock(&m1); pthread_mutex_unlock(&m1); pthread_mutex_unlock(&m0); }}"
        return (f"{r} = x{x};", f"x{x} = {r} + {n};", f"x{x} = x{y} + 1;", f"array[{r} & 3] = x{y};", f"{r} = array[{n}] + x{x};",
                f"keep(&mine, x{x});", f"x{x} = mine;", f"atomic_fetch_add(&x{x}, {r});", f"assert({r} + x{x} != {n + 2});")[kind]

    threads = []
    for t in range(2):
        body = "\n  ".join(statement(1) for _ in range(rng.randrange(3, 6)))
        threads.append(f"static void *t{t}(void *p) {{\n  int r = 0, s = 1, mine = 0;\n  {body}\n  keep(&mine, r + s);\n  return 0;\n}}\n")
    return (HEAD + "static atomic_int x0, x1, x2, x3, array[4];\nstatic pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;\n"
            "__attribute__((noinline)) static void keep(int *to, int v) { *to = v; }\n" + "".join(threads)
            + "int main(void) {\n  pthread_t a, b;\n  pthread_create(&a, 0, t0, 0);\n  pthread_create(&b, 0, t1, 0);\n"
              "  pthread_join(a, 0);\n  pthread_join(b, 0);\n  assert(x0 < 3);\n}\n")


class PredicateTest(ToolTest):
    def check(self, what, engine, *options):
        done = subprocess.run([HEDDLE, "check", what, "--engine", engine, "--no-shorten", "--json", "out.json", *options],
                              capture_output=True, text=True, timeout=120, cwd=self.dir)
        self.assertIn(done.returncode, (0, 1, 3), done.stdout + done.stderr)
        return json.loads(pathlib.Path(self.dir, "out.json").read_text()), done.stdout

    def write(self, text):
        source = pathlib.Path(self.dir, "program.c")
        source.write_text(text)
        return source

    def test_what_was_proved_is_said(self):
        source = self.write(COUNTERS)
        all_of_it, text = self.check(source, "dpor")
        self.assertEqual((all_of_it["checked"], all_of_it["executions"]), ("all", 20))
        self.assertIn("no bug in 20 executions", text)
        some, text = self.check(source, "dpor", "--check", "deadlock,assertion")
        self.assertEqual((some["checked"], some["executions"]), ("assertion,deadlock", 1))
        self.assertIn("no bug of kind assertion, deadlock in 1 execution", text)
        races, _ = self.check(source, "dpor", "--check", "race")
        self.assertEqual(races["executions"], 20)

    def test_certificate(self):
        source = self.write(COUNTERS)
        self.check(source, "mcr", "--check", "assertion", "--certificate", "proof")
        self.assertIn("\nchecked assertion\n", pathlib.Path(self.dir, "proof").read_text())
        done = subprocess.run([HEDDLE, "verify-certificate", "proof", source, "--runs", "50"], capture_output=True, text=True, cwd=self.dir)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("checked: assertion", done.stdout)

    def test_without_facts_everything_is_essential(self):
        source = self.write(COUNTERS)
        compiler = pathlib.Path(HEDDLE).parent / "heddle-cc"
        for facts, executions in (("0", 20), ("1", 1)):
            subprocess.run([compiler, source, "-o", pathlib.Path(self.dir, "program"), "-pthread"], check=True, env=os.environ | {"HEDDLE_FACTS": facts})
            answer, _ = self.check(pathlib.Path(self.dir, "program"), "dpor", "--check", "assertion", "--no-prune")
            self.assertEqual(answer["executions"], executions)

    def test_one_object_without_facts(self):
        main = self.write(COUNTERS.replace("int main", "extern int look(void);\nint main").replace("  pthread_join(b, 0);\n", "  pthread_join(b, 0);\n  look();\n"))
        other = pathlib.Path(self.dir, "other.c")
        other.write_text("int look(void) { static int looked; return looked++; }\n")
        compiler = pathlib.Path(HEDDLE).parent / "heddle-cc"
        for facts, executions in (("0", 20), ("1", 1)):
            for source, has in ((main, "1"), (other, facts)):
                subprocess.run([compiler, "-c", source, "-o", source.with_suffix(".o")], check=True, env=os.environ | {"HEDDLE_FACTS": has})
            subprocess.run([compiler, main.with_suffix(".o"), other.with_suffix(".o"), "-o", pathlib.Path(self.dir, "program"), "-pthread"], check=True)
            answer, _ = self.check(pathlib.Path(self.dir, "program"), "dpor", "--check", "assertion", "--no-prune")
            self.assertEqual(answer["executions"], executions)

    def test_wrong_kinds(self):
        done = subprocess.run([HEDDLE, "check", "--check", "bugs", self.write(COUNTERS)], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("'bugs' is no list of kinds of findings", done.stderr)

    def test_random_programs(self):
        fewer = 0
        for seed in range(40):
            source = self.write(random_program(seed))
            def findings(answer):
                return {(f["kind"], f["line"]) for f in answer["findings"]}
            truth, _ = self.check(source, "dpor", "--keep-going", "--race=ignore", "--max-executions", "3000")
            if not truth["complete"] and truth["executions"] >= 3000:
                continue
            for engine, kinds in (("dpor", "assertion,deadlock"), ("optimal", "assertion"), ("mcr", "assertion,deadlock"), ("dpor-predicate", "deadlock,memory")):
                answer, _ = self.check(source, engine, "--keep-going", "--race=ignore", "--check", kinds, "--time-limit", "30s")
                names = set(kinds.split(","))
                self.assertEqual({f for f in findings(truth) if f[0] in names}, {f for f in findings(answer) if f[0] in names},
                                 f"seed {seed}, {engine}, {kinds}")
                fewer += truth["executions"] - answer["executions"]
        self.assertGreater(fewer, 100)

    def test_a_finding_replays(self):
        source = self.write(COUNTERS.replace("hits = 1;", "{ hits = hits + 1; }").replace("assert(limit == 7);", "limit = limit + 1; assert(limit != 8);"))
        self.check(source, "dpor", "--check", "assertion")
        file = next(pathlib.Path(self.dir).glob("*.heddle"))
        done = subprocess.run([HEDDLE, "replay", file], capture_output=True, text=True, cwd=self.dir)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertNotIn("has changed", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
