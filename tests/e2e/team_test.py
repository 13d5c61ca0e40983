"""mcr and auto with several workers: the same answers as with one."""
import json
import os
import signal
import subprocess
import time
import unittest

from tool import HEDDLE, RACE, ROUNDS, ToolTest, children, program_of

CORPUS = {  # name: (verdict, findings)
    "account": ("bug", 1), "bubble4": ("verified", 0), "counter3": ("verified", 0), "dekker_buggy": ("bug", 2),
    "fib3": ("verified", 0), "fig2": ("bug", 1), "fig2_safe": ("verified", 0), "filesystem16": ("verified", 0),
    "indexer13": ("verified", 0), "inc3x3": ("verified", 0), "lastzero8": ("verified", 0), "phil4": ("bug", 1),
    "prodcons": ("verified", 0), "readers8": ("verified", 0), "rww": ("verified", 0), "writers6": ("verified", 0),
}

# Few runs, but more and more states: each thread keeps what it saw of a counter.
STATES = """#include <pthread.h>
#include <stdatomic.h>
atomic_int c;
static int got[N];
static void *count(void *p) {
  int seen = c;
  c = seen + 1;
  *(int *)p = c;
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, count, &got[i]);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  return c < 0;
}
"""

# Values are passed on and computed with; what is asked is whether one is more than another.
QUESTIONS = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y, sum;
static void *add(void *unused) {
  for (int i = 0; i < 4; i++) {
    int seen = x;
    x = seen + 1;
    if (y > seen) sum = sum + x;
    y = seen + 2;
  }
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(x <= 8 && y >= 2);
}
"""

# Threads that create threads, in an order that depends on the schedule, and memory that few runs show to be shared.
FAMILY = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int n;
int rare[4];
static void *leaf(void *p) {
  n++;
  return 0;
}
static void *branch(void *p) {
  pthread_t a, b;
  pthread_create(&a, 0, leaf, 0);
  int seen = n;
  if (seen == 3) rare[1] = seen;
  pthread_create(&b, 0, leaf, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, branch, 0);
  int seen = rare[1];
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(n == 4 && seen <= 3);
}
"""

# Waiting with a deadline is not in the model: dpor does the work instead.
DEADLINE = """#include <assert.h>
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
static void *wait(void *unused) {
  struct timespec when = {1, 0};
  pthread_mutex_lock(&m);
  if (!ready) pthread_cond_timedwait(&c, &m, &when);
  pthread_mutex_unlock(&m);
  return 0;
}
static void *give(void *unused) {
  pthread_mutex_lock(&m);
  ready++;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a, b, d;
  pthread_create(&a, 0, wait, 0);
  pthread_create(&b, 0, give, 0);
  pthread_create(&d, 0, give, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(d, 0);
  assert(ready == EXPECTED);
}
"""


class TeamTest(ToolTest):
    def mcr(self, *args, **more):
        return self.check_json("--engine", "mcr", *args, **more)

    def test_state_that_no_worker_has_room_for(self):
        self.write("rounds.c", ROUNDS.replace("N", "7"))
        values = ("--asks", "values", "--certificate", "alone")  # so that no other engine helps
        self.check_json("-j2", *values, "--max-executions", "60000", "--checkpoint", "state", "rounds.c", code=3)
        self.assertGreater((self.dir / "state").stat().st_size, 1 << 24)
        for jobs in ("-j1", "-j2"):
            resumed = self.check_json(jobs, *values, "--max-executions", "60100", "--resume", "state", "rounds.c", code=3)
            self.assertEqual(resumed["executions"], 60100, resumed["reason"])

    def test_corpus(self):
        corpus = HEDDLE.parent.parent.parent / "tests/programs/corpus"
        for name, (verdict, findings) in CORPUS.items():
            source = corpus / f"{name}.c"
            alone = self.mcr("--race=ignore", "--keep-going", source)
            for jobs in ("-j2", "-j5"):
                report = self.mcr("--race=ignore", "--keep-going", jobs, source)
                self.assertEqual((report["verdict"], len(report["findings"])), (verdict, findings), (name, jobs))
                self.assertTrue(report["complete"], (name, jobs))
                # Runs under way at once may show the same; more than that would be work done twice.
                self.assertLessEqual(report["executions"], alone["executions"] * 1.5 + 10, (name, jobs))

    # The members of auto at the same time: who is through first has the answer, whoever that is.
    def test_side_by_side(self):
        self.write("rounds.c", ROUNDS)
        self.write("wrong.c", ROUNDS.replace("i >= 1", "i < 300"))
        self.write("states.c", STATES)
        for jobs in ("-j2", "-j3", "-j4"):
            report = self.check_json(jobs, "--asks", "values", "-DN=6", "rounds.c", code=0)
            self.assertEqual((report["verdict"], report["author"]), ("verified", "dpor"), jobs)
            report = self.check_json(jobs, "--asks", "values", "-DN=5", "states.c", code=0)
            self.assertEqual((report["verdict"], report["author"]), ("verified", "mcr"), jobs)
            report = self.check_json(jobs, "--asks", "values", "-DN=6", "wrong.c", code=1)
            self.assertEqual([f["kind"] for f in report["findings"]], ["assertion"], jobs)
            report = self.check_json(jobs, "--asks", "values", "-DN=6", "--keep-going", "wrong.c", code=1)
            self.assertEqual(([f["kind"] for f in report["findings"]], report["complete"]), (["assertion"], True), jobs)
            report = self.check_json(jobs, "--asks", "values", "-DN=9", "--time-limit", "1s", "rounds.c", code=3)
            self.assertEqual(report["reason"], "the time limit was reached")
            self.assertLess(report["seconds"], 10)

    # A run that is cut in one search keeps the check from being complete, also if another came to its end without one.
    def test_side_by_side_with_a_doubt(self):
        self.write("rounds.c", ROUNDS.replace("assert(i", "if (i == 256) for (int k = 0; k < 900; k++) j++;\n  assert(i"))
        report = self.check_json("-j2", "--asks", "values", "-DN=6", "--max-steps", "500", "--time-limit", "30s", "rounds.c", code=3)
        self.assertIn("step limit", report["reason"])

    def test_side_by_side_is_continued(self):
        self.write("rounds.c", ROUNDS)
        more = ("--asks", "values", "-DN=7", "rounds.c")
        self.check_json("-j2", "--time-limit", "500ms", "--checkpoint", "state", *more, code=3)
        for jobs in ("-j2", "-j1"):
            self.assertEqual(self.check_json(jobs, "--resume", "state", *more, code=0)["verdict"], "verified", jobs)

    def test_stops_at_the_first_finding(self):
        self.write("race.c", RACE)
        report = self.mcr("-j3", "race.c", code=1)
        self.assertEqual([f["kind"] for f in report["findings"] if f["kind"] != "race"], ["assertion"])
        self.assertFalse(report["complete"])

    def test_threads_are_the_same_to_all_workers(self):
        self.write("family.c", FAMILY)
        alone = self.mcr("family.c", "--race=ignore", code=0)
        self.assertEqual(alone["verdict"], "verified")
        for jobs in ("-j2", "-j12"):
            self.assertEqual(self.mcr(jobs, "family.c", "--race=ignore", code=0)["verdict"], "verified", jobs)

    def test_limits(self):
        self.write("rounds.c", ROUNDS)
        report = self.mcr("-j2", "--asks", "values", "-DN=6", "--max-executions", "100", "rounds.c", code=3)
        self.assertEqual(report["executions"], 100)
        self.assertIn("100 executions", report["reason"])
        self.write("states.c", STATES)
        report = self.mcr("-j2", "--asks", "values", "-DN=9", "--time-limit", "500ms", "states.c", code=3)
        self.assertIn("time limit", report["reason"])
        self.assertLess(report["seconds"], 10)
        self.assertGreater(report["executions"], 0)
        for jobs in ("-j1", "-j2"):
            report = self.mcr(jobs, "--asks", "values", "-DN=9", "--memory-limit", "150M", "--time-limit", "60s", "states.c", code=3)
            self.assertIn("memory limit", report["reason"], jobs)

    def test_interrupt(self):
        self.write("states.c", STATES)
        process = subprocess.Popen([str(HEDDLE), "check", "--engine", "mcr", "--asks", "values", "-j2", "-DN=9", "--json", "out.json", "states.c"],
                                   cwd=self.dir, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 3, output)
        self.assertEqual(json.loads((self.dir / "out.json").read_text())["reason"], "interrupted")

    def test_killed_workers_lose_nothing(self):
        self.write("rounds.c", ROUNDS)
        process = subprocess.Popen([str(HEDDLE), "check", "--engine", "mcr", "--asks", "values", "-j2", "-DN=6", "--json", "out.json", "rounds.c"],
                                   cwd=self.dir, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        killed = set()
        while process.poll() is None and len(killed) < 6:
            for pid in children(process.pid):
                if pid not in killed and program_of(pid).endswith("/program"):
                    time.sleep(0.03)
                    try:
                        os.kill(pid, signal.SIGKILL)
                        killed.add(pid)
                    except ProcessLookupError:
                        pass
            time.sleep(0.002)
        output, _ = process.communicate(timeout=120)
        report = json.loads((self.dir / "out.json").read_text())
        self.assertEqual((report["verdict"], report["findings"]), ("verified", []), output)
        self.assertGreater(len(killed), 1)

    def test_checkpoint(self):
        self.write("rounds.c", ROUNDS)
        for stopped, resumed in (("-j2", "-j3"), ("-j1", "-j2"), ("-j2", "-j1")):
            more = ("--asks", "values", "-DN=4", "rounds.c")
            first = self.mcr(stopped, "--max-executions", "200", "--checkpoint", "state", *more, code=3)
            self.assertEqual(first["executions"], 200)
            second = self.mcr(resumed, "--resume", "state", *more, code=0)
            self.assertEqual(second["verdict"], "verified", (stopped, resumed))
            self.assertGreater(second["executions"], 200)

    # What a search that follows values has learned, registers and questions, is saved with it; the proof is whole.
    def test_checkpoint_of_questions(self):
        self.write("questions.c", QUESTIONS)
        whole = self.mcr("questions.c", code=0)["executions"]
        for stopped, resumed in (("-j1", "-j1"), ("-j2", "-j3"), ("-j1", "-j2"), ("-j2", "-j1")):
            first = self.mcr(stopped, "--max-executions", "20", "--checkpoint", "state", "questions.c", code=3)
            self.assertEqual(first["executions"], 20)
            second = self.mcr(resumed, "--resume", "state", "--certificate", "out.cert", "questions.c", code=0)
            self.assertEqual(second["verdict"], "verified", (stopped, resumed))
            self.assertLess(second["executions"], 2 * whole)
            text = (self.dir / "out.cert").read_text()
            self.assertTrue(" fills " in text and " ask " in text)
            self.heddle("verify-certificate", "out.cert", "--runs", "20", "questions.c", code=0)
        self.assertIn("changed", self.heddle("check", "--asks", "values", "--resume", "state", "questions.c", code=2).stderr)

    def test_what_the_model_does_not_cover(self):
        self.write("deadline.c", DEADLINE)
        for jobs in ("-j1", "-j2"):
            report = self.mcr(jobs, "-DEXPECTED=2", "deadline.c", code=0)
            self.assertEqual(report["verdict"], "verified", jobs)
            report = self.mcr(jobs, "-DEXPECTED=3", "--keep-going", "deadline.c", code=1)
            self.assertEqual([f["kind"] for f in report["findings"]], ["assertion"], jobs)
            self.assertTrue(report["complete"], jobs)


if __name__ == "__main__":
    unittest.main()
