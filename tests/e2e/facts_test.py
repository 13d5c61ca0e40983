"""Static dependence: what heddle analyze says, and that it contains what running shows (tools/fuzz-facts looks at more programs)."""
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

from tool import HEDDLE, ROOT, ToolTest

PROGRAM = """#include <pthread.h>
int x, y, z;
static int half(int v) { return v / 2; }
static void *a(void *p) {
  x = 1;
  z = 1;
  return 0;
}
static void *b(void *p) {
  int v = x;
  int w = z;
  if (v > 3)
    y = w;
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, a, 0);
  pthread_create(&t, 0, b, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return half(0);
}
"""


def analyze(*arguments):
    return subprocess.run([HEDDLE, "analyze", *arguments], capture_output=True, text=True)


class FactsTest(ToolTest):
    def source(self, text=PROGRAM):
        path = pathlib.Path(self.dir) / "program.c"
        path.write_text(text)
        return path

    def lines(self, where):
        done = analyze(self.source(), "--slice", where)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [int(line.split(":")[1]) for line in done.stdout.splitlines() if not line.startswith(" ")]

    def test_a_slice_has_the_lines_that_matter(self):
        self.assertEqual(self.lines("program.c:13"), [5, 6, 10, 11, 12, 13])
        self.assertEqual(self.lines("program.c:11"), [6, 11])

    def test_starting_a_thread_mixes_no_memory(self):
        # Line 4 and line 5 have nothing to do with each other; starting a thread without attributes must not join them.
        text = """#include <pthread.h>
int first, second, *p = &first, *q = &second, seen;
static void *a(void *unused) {
  __atomic_store_n(p, __atomic_load_n(&seen, 5), 5);
  return (void *)(long)__atomic_load_n(q, 5);
}
int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, 0, a, 0);
  pthread_join(t, &result);
  return (int)(long)result;
}
"""
        self.source(text)
        done = analyze(pathlib.Path(self.dir) / "program.c", "--slice", "program.c:10")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("program.c:5:", done.stdout)
        done = analyze(pathlib.Path(self.dir) / "program.c", "--slice", "program.c:12")
        self.assertIn("program.c:5:", done.stdout)

    def test_sizes(self):
        done = analyze(self.source())
        self.assertRegex(done.stdout, r"facts about \d+ functions in \d+ bytes: \d+ nodes, \d+ edges")
        self.assertIn("of 4 reads, 3 can decide what a thread does next", done.stdout)

    def test_a_page_has_the_slices(self):
        page = pathlib.Path(self.dir, "page.html")
        done = analyze(self.source(PROGRAM.replace("int x, y, z;", "int x, y, z;  // </script>")), "--page", page, "--slice", "program.c:13")
        self.assertEqual(done.returncode, 0, done.stderr)
        text = page.read_text()
        self.assertEqual(text.count("</script>"), 2, "text of the program does not end the script")
        data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.S).group(1))
        self.assertIn("// </script>", data["files"][0]["lines"][1])
        self.assertEqual(data["chosen"], "0:13")
        self.assertEqual(dict(data["depends"])["0:13"], [f"0:{n}" for n in (5, 6, 10, 11, 12, 13)])

    def test_an_executable_without_facts(self):
        program = pathlib.Path(self.dir) / "program"
        subprocess.run([HEDDLE.parent / "heddle-cc", "-o", program, self.source()], check=True)
        done = analyze(program)
        self.assertEqual(done.returncode, 2)
        self.assertIn("has no facts", done.stderr)

    def test_the_same_source_gives_the_same_facts(self):
        source, programs = self.source(), [pathlib.Path(self.dir, name) for name in ("one", "two")]
        for program in programs:
            subprocess.run([HEDDLE.parent / "heddle-cc", "-O1", "-o", program, source], check=True, env={**os.environ, "HEDDLE_FACTS": "1"})
        self.assertEqual(*(program.read_bytes() for program in programs))

    def test_facts_contain_what_runs_show(self):
        for level, seed in (("-O0", 0), ("-O1", 100), ("-O2", 200)):
            done = subprocess.run([sys.executable, ROOT / "tools" / "fuzz-facts", "--heddle", HEDDLE, "--seed", str(seed),
                                   "--programs", "8", "--tries", "6", f"--level={level}"], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertGreater(int(done.stdout.splitlines()[-1].split()[2]), 40, done.stdout)


if __name__ == "__main__":
    unittest.main()
