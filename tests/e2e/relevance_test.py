"""--relevance: fewer choices, the same findings; without facts nothing is concluded."""
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

from tool import HEDDLE, ROOT, ToolTest

# Each thread works on its half, by way of a function in another file; then both meet in x.
MAIN = """#include <assert.h>
#include <pthread.h>
extern void fill(int *data, int low, int high);
int data[8], x;
static void *first(void *p) { fill(data, 0, 4); x = 1; return p; }
static void *second(void *p) { fill(data, 4, 8); assert(x == 0); return p; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
"""
FILL = "void fill(int *data, int low, int high) { for (int i = low; i < high; i++) data[i] = i; }\n"


class Relevance(ToolTest):
    def program(self, *with_facts):
        compiler = HEDDLE.parent / "heddle-cc"
        for name, text in (("main", MAIN), ("fill", FILL)):
            source = pathlib.Path(self.dir, f"{name}.c")
            source.write_text(text)
            facts = "1" if name in with_facts else ""
            subprocess.run([compiler, "-O1", "-c", source, "-o", source.with_suffix(".o")], check=True, env=os.environ | {"HEDDLE_FUTURES": facts})
        program = pathlib.Path(self.dir, "program")
        subprocess.run([compiler, pathlib.Path(self.dir, "main.o"), pathlib.Path(self.dir, "fill.o"), "-o", program, "-pthread"], check=True)
        return program

    def check(self, program, *options):
        report = pathlib.Path(self.dir, "report.json")
        done = subprocess.run([HEDDLE, "check", "--quiet", "--no-shorten", "--race", "ignore", "--json", report, *options, program], cwd=self.dir,
                              capture_output=True, text=True, timeout=120)
        self.assertIn(done.returncode, (0, 1, 3), done.stderr)
        return json.loads(report.read_text())

    def test_facts_of_several_files(self):
        program = self.program("main", "fill")
        choices = {}
        for relevance in ("heap", "hybrid"):
            answer = self.check(program, "--engine", "dpor", "--relevance", relevance, "--keep-going")
            self.assertEqual([f["kind"] for f in answer["findings"]], ["assertion"])
            choices[relevance] = answer["choices"]
        self.assertGreater(choices["heap"], 2 * choices["hybrid"], choices)

    def test_a_part_without_facts_may_do_anything(self):
        whole = self.check(self.program("main", "fill"), "--engine", "dpor", "--relevance", "hybrid", "--keep-going")
        for part in (("main",), ("fill",), ()):
            answer = self.check(self.program(*part), "--engine", "dpor", "--relevance", "hybrid", "--keep-going")
            self.assertEqual([f["kind"] for f in answer["findings"]], ["assertion"])
            self.assertGreater(answer["choices"], whole["choices"])

    def test_replay(self):
        self.check(self.program("main", "fill"), "--engine", "dfs", "--relevance", "hybrid")
        file = next(pathlib.Path(self.dir).glob("*.heddle"))
        done = subprocess.run([HEDDLE, "replay", file], cwd=self.dir, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("assertion", done.stdout)

    def test_sampling_engines_have_fewer_points(self):
        program = self.program("main", "fill")
        k = {}
        for relevance in ("all", "hybrid"):
            for engine in ("pct", "random"):
                answer = self.check(program, "--engine", engine, "--relevance", relevance, "--max-executions", "200", "--keep-going")
                self.assertEqual({f["kind"] for f in answer["findings"]}, {"assertion"})
            answer = self.check(program, "--engine", "pct", "--relevance", relevance, "--max-executions", "50", "--keep-going", "--check", "deadlock")
            k[relevance] = int(re.search(r"k = (\d+)", answer["reason"])[1])
        self.assertGreater(k["all"], k["hybrid"], k)

    def test_engines_that_look_at_values(self):
        done = subprocess.run([HEDDLE, "check", "--engine", "mcr", "--relevance", "hybrid", self.program("main", "fill")], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--engine dpor", done.stdout + done.stderr)

    def test_random_programs(self):
        for language, programs in (("c", 12), ("cpp", 5)):
            done = subprocess.run([sys.executable, ROOT / "tools/fuzz", "--heddle", HEDDLE, "--relevance", "--seed", "7", "--programs", str(programs),
                                   "--language", language], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_tables(self):
        before = (ROOT / "docs/relevance.md").read_text()
        done = subprocess.run([ROOT / "tools/reproduce", "hybrid", "--tools", HEDDLE.parent, "--limit", "10", "--only", "sor", "alarm_clock"],
                              capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(re.findall(r"^\| sor \|", done.stdout, re.M)), 3)  # two tables, and the one beside the default
        self.assertEqual(len(re.findall(r"^\| alarm clock \|", done.stdout, re.M)), 4)
        self.assertEqual(before, (ROOT / "docs/relevance.md").read_text())


if __name__ == "__main__":
    unittest.main()
