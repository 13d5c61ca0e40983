"""Limits of time and memory hold while mcr searches its pool, and what was known by then is told."""
import json
import os
import subprocess
import time
import unittest

from tool import HEDDLE, ROOT, ROUNDS, ToolTest

# One of the threads fails at once; the states of the others are more than anybody waits for.
STATES = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int c, d;
static int got[N];
static void *count(void *p) {
  int seen = c;
  c = seen + 1;
  *(int *)p = c;
  return 0;
}
static void *look(void *p) {
  int seen = d;
  d = 1;
  assert(FAILS == 0 || seen == 0);
  return 0;
}
int main(void) {
  pthread_t t[N + 2];
  for (int i = 0; i < 2; i++) pthread_create(&t[N + i], 0, look, 0);
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, count, &got[i]);
  for (int i = 0; i < N + 2; i++) pthread_join(t[i], 0);
  return c < 0;
}
"""


class LimitsTest(ToolTest):
    def build(self, *flags):
        self.write("states.c", STATES)
        subprocess.run([HEDDLE.parent / "heddle-cc", "-O1", "-pthread", *flags, "states.c", "-o", "states"], cwd=self.dir, check=True)

    def limited(self, *options):
        """The report, the seconds it took, and the largest resident memory of a process, in bytes."""
        begin = time.monotonic()
        process = subprocess.Popen([HEDDLE, "check", "--quiet", "--race=ignore", "--json", "out.json", *options, "states"],
                                   cwd=self.dir, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        report = json.loads((self.dir / "out.json").read_text())
        return process.returncode, report, time.monotonic() - begin, usage.ru_maxrss * 1024

    def test_time(self):
        self.build("-DN=9", "-DFAILS=0")
        for jobs in ("-j1", "-j2"):
            code, report, seconds, _ = self.limited(jobs, "--time-limit", "2s")
            self.assertEqual((code, report["verdict"]), (3, "inconclusive"), jobs)
            self.assertIn("time limit", report["reason"])
            self.assertGreater(report["executions"], 0, jobs)
            self.assertGreater(report["events"], 0, jobs)
            self.assertLess(seconds, 3, jobs)

    def test_memory(self):
        self.build("-DN=9", "-DFAILS=0")
        for jobs in ("-j1", "-j2"):
            code, report, _, memory = self.limited(jobs, "--memory-limit", "200M", "--time-limit", "600s")
            self.assertEqual((code, report["verdict"]), (3, "inconclusive"), jobs)
            self.assertIn("memory limit", report["reason"])
            self.assertGreater(report["executions"], 0, jobs)
            self.assertLess(memory, 250e6, jobs)
            self.assertGreater(memory, 60e6, jobs)  # else it was not the memory that ended it

    def test_memory_of_a_large_pool(self):
        self.write("rounds.c", ROUNDS)
        subprocess.run([HEDDLE.parent / "heddle-cc", "-O1", "-pthread", "-DN=9", "rounds.c", "-o", "states"], cwd=self.dir, check=True)
        _, report, _, memory = self.limited("--engine", "mcr", "-j2", "--memory-limit", "300M", "--time-limit", "600s")
        self.assertIn("memory limit", report["reason"])
        self.assertLess(memory, 350e6)  # nor does the end take more

    def test_findings_are_kept(self):
        self.build("-DN=9", "-DFAILS=1")
        for jobs in ("-j1", "-j2"):
            code, report, _, _ = self.limited(jobs, "--keep-going", "--time-limit", "2s")
            self.assertEqual((code, report["verdict"]), (1, "bug"), jobs)
            self.assertEqual([f["kind"] for f in report["findings"]], ["assertion"], jobs)
            self.assertFalse(report["complete"])
            self.assertIn("time limit", report["reason"])


class LargeProgramTest(ToolTest):
    def test_big(self):
        """12 threads, 30,000 events a run: its bugs are found soon, and nobody claims that the search was complete."""
        source = ROOT / "bench/paper/big.cpp"
        lines = source.read_text().splitlines()
        for jobs in ("-j1", "-j2"):
            report = self.check_json(jobs, "--keep-going", "--time-limit", "20s", "-std=c++20", source, code=1, timeout=120)
            self.assertGreater(report["events"], 25000 * report["executions"], jobs)
            self.assertFalse(report["complete"], jobs)
            self.assertIn("time limit", report["reason"], jobs)
            found = {(f["kind"], name) for f in report["findings"] for name in ("progress", "largest", "newest", "mine->")
                     if name in lines[f["line"] - 1]}
            self.assertLessEqual({("race", "progress"), ("race", "largest"), ("race", "newest"), ("null-dereference", "mine->")},
                                 found, jobs)
            null = next(f for f in report["findings"] if f["kind"] == "null-dereference")
            self.assertLess(null["execution"], 50, jobs)
            self.assertLess(report["seconds"], 60)


if __name__ == "__main__":
    unittest.main()
