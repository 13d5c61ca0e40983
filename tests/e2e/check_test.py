"""heddle check: exit codes, reports, options."""
import json
import math
import os
import re
import signal
import subprocess
import time
import unittest

from tool import HEDDLE, HUGE, RACE, RACE_LINE, SAFE, ToolTest, children, program_of


EARLY = r"""
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int counter, ready;
int plain;
void *early(void *_) { if (!atomic_load(&ready)) { plain = 1; assert(atomic_load(&counter) > 0); } return 0; }
void *late(void *_) { plain = 2; atomic_store(&ready, 1); return 0; }
void *count(void *_) { for (int i = 0; i < 2; i++) atomic_fetch_add(&counter, 1); return 0; }
int main(void) {
  pthread_t t[4];
  void *(*const all[])(void *) = {early, late, count, count};
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, all[i], 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
}
"""

LONG = r"""
#include <pthread.h>
#include <stdatomic.h>
atomic_int go, word, steps;
void *first(void *_) { if (!atomic_load(&go)) for (int i = 0; i < 12; i++) atomic_load(&word); return 0; }
void *second(void *_) { atomic_store(&go, 1); atomic_store(&word, 1); for (int i = 0; i < 3; i++) atomic_fetch_add(&steps, 1); return 0; }
void *third(void *_) { for (int i = 0; i < 3; i++) atomic_fetch_add(&steps, 1); return 0; }
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, first, 0), pthread_create(&t[1], 0, second, 0), pthread_create(&t[2], 0, third, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
}
"""
WAIT = """#include <pthread.h>
#include <stdatomic.h>
static atomic_int go;
static void *run(void *x) { go = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  while (!go) ;
  pthread_join(t, 0);
  return 0;
}
"""


class Check(ToolTest):
    def test_verified(self):
        self.write("safe.c", SAFE)
        result = self.heddle("check", "safe.c", code=0)
        self.assertIn("heddle: verified: no bug in 1 execution (mcr, complete)", result.stdout)
        result = self.heddle("check", "--engine", "dpor", "safe.c", code=0)
        self.assertIn("heddle: verified: no bug in 1680 executions (dpor, complete)", result.stdout)

    def test_weak_orders(self):
        # Of shared memory: what only one thread accesses has no order to be weaker.
        for access, verdict in (("memory_order_relaxed", "verified under sequential consistency:"), ("memory_order_seq_cst", "verified:")):
            self.write("weak.c", """#include <pthread.h>
#include <stdatomic.h>
static atomic_int n, alone;
static void *add(void *_) { atomic_fetch_add_explicit(&n, 1, %s); return 0; }
int main(void) {
  pthread_t t;
  atomic_store_explicit(&alone, 1, memory_order_relaxed);
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
}
""" % access)
            for options in (["-j1"], ["-j2"], ["--engine", "dpor"], ["--engine", "dpor", "-j2"], ["--executor", "remote"]):
                result = self.heddle("check", *options, "weak.c", code=0)
                self.assertIn("heddle: " + verdict + " no bug", result.stdout)
            result = self.heddle("check", "--json", "-", "weak.c", code=0)
            self.assertEqual(json.loads(result.stdout)["weak_orders"], access == "memory_order_relaxed")
        self.write("fence.c", """#include <stdatomic.h>
int main(void) { atomic_thread_fence(memory_order_seq_cst); }
""")
        self.assertIn("heddle: verified under sequential consistency:", self.heddle("check", "fence.c", code=0).stdout)

    def test_bug(self):
        self.write("race.c", RACE)
        result = self.heddle("check", "race.c", code=1)
        self.assertIn(f"heddle: assertion in thread main at race.c:{RACE_LINE}", result.stdout)
        self.assertIn("write balance = 10 (was 10)", result.stdout)
        self.assertIn(f"SUMMARY: heddle: assertion race.c:{RACE_LINE} in main", result.stdout)
        self.assertIn("heddle replay race.assertion.1.heddle", result.stdout)
        self.assertTrue((self.dir / "race.assertion.1.heddle").exists())

    def test_json(self):
        self.write("race.c", RACE)
        report = self.check_json("race.c", code=1)
        self.assertEqual(report["verdict"], "bug")
        self.assertEqual((report["engine"], report["author"]), ("auto", "mcr"))
        self.assertEqual(report["memory_model"], "sc")
        self.assertFalse(report["complete"])
        finding = report["findings"][0]
        self.assertEqual((finding["kind"], finding["file"], finding["line"], finding["thread"]),
                         ("assertion", "race.c", RACE_LINE, "main"))
        self.assertIn("main.0", finding["schedule"])

    def test_json_on_standard_output_is_alone_there(self):
        self.write("safe.c", SAFE)
        result = self.heddle("check", "--engine", "dpor", "--json", "-", "safe.c", code=0)
        self.assertEqual(json.loads(result.stdout)["executions"], 1680)

    def test_ignore_list(self):
        self.write("race.c", RACE)
        self.write("other.txt", "# nothing of this program\nfun:elsewhere_*\n")
        self.heddle("check", "--ignore", "other.txt", "race.c", code=1)
        for line in ("fun:pa?", "src:*race.c"):
            self.write("list.txt", f"{line}\n")
            report = self.check_json("--ignore", "list.txt", "race.c", code=3)
            self.assertIn("is ignored, as asked", report["reason"])
        self.assertIn("missing.txt", self.heddle("check", "--ignore", "missing.txt", "race.c", code=2).stderr)

    def test_judgements_can_be_switched_off(self):
        self.write("wait.c", WAIT)
        self.assertEqual(self.check_json("--judgements", "on", "wait.c", code=0)["verdict"], "verified")
        report = self.check_json("--judgements", "off", "wait.c", code=3)
        self.assertIn("was stopped after 3 rounds", report["reason"])
        self.heddle("check", "--judgements", "some", "wait.c", code=2)
        subprocess.run([str(HEDDLE.parent / "heddle-cc"), "-o", "wait", "wait.c"], cwd=self.dir, check=True)
        self.assertIn("is built already", self.heddle("check", "--judgements", "off", "./wait", code=2).stderr)

    def test_what_a_killed_check_leaves_is_removed(self):
        self.write("huge.c", HUGE)
        self.write("safe.c", SAFE)
        killed = subprocess.Popen([str(HEDDLE), "check", "--engine", "dfs", "huge.c"], cwd=self.dir, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        temporary = self.base / "tmp"
        for _ in range(600):
            if any(program_of(p).endswith("/program") for p in children(killed.pid)):
                break
            time.sleep(0.05)
        killed.kill()
        killed.wait()
        [left] = temporary.iterdir()
        (temporary / "heddle-of-somebody-else").mkdir()
        self.heddle("check", "safe.c", code=0)
        self.assertFalse(left.exists())
        self.assertEqual([p.name for p in temporary.iterdir()], ["heddle-of-somebody-else"])

    def test_quiet(self):
        self.write("race.c", RACE)
        lines = self.heddle("check", "--quiet", "--race=ignore", "race.c", code=1).stdout.splitlines()
        self.assertEqual(len(lines), 3, lines)

    def test_keep_going_explores_everything(self):
        self.write("race.c", RACE)
        report = self.check_json("--engine", "dfs", "--keep-going", "race.c", code=1)
        self.assertTrue(report["complete"])
        self.assertEqual(report["executions"], 6)
        self.assertEqual([f["kind"] for f in report["findings"]], ["assertion", "race", "race"])

    def test_estimate(self):
        self.write("safe.c", SAFE)
        exact = self.heddle("check", "--estimate", "--engine", "dpor", "safe.c", code=0).stdout
        self.assertEqual(exact, "heddle: estimate: 1680 executions (dpor); all of them were made\n")
        self.write("large.c", SAFE.replace("i < 3; i++) n++", "i < 9; i++) n++").replace("n == 9", "n == 27"))
        truth = math.factorial(27) / math.factorial(9) ** 3  # 2.3e11: each order of the increments is a trace of its own
        for engine in ("dfs", "dpor", "optimal"):
            large = self.heddle("check", "--estimate", "--engine", engine, "large.c", code=0).stdout
            match = re.search(r"about (\S+) executions .%s., between (\S+) and (\S+) by (\d+) random probes" % engine, large)
            self.assertTrue(match, large)
            self.assertTrue(truth / 1.2 < float(match[1]) < truth * 1.2, large)
        self.heddle("check", "--estimate", "--engine", "icb+dpor", "large.c", code=3)
        self.write("asking.c", SAFE.replace("i < 3; i++) n++", "i < 9; i++) if (n++ % 5 == i % 3) n += i").replace("n == 9", "n > 0"))
        other = self.heddle("check", "--estimate", "--engine", "mcr", "asking.c", code=0).stdout
        self.assertRegex(other, r"about \S+ executions .dpor.")
        self.assertIn("mcr was not through after 2 s", other)

    def test_races(self):
        self.write("race.c", RACE.replace("assert(", "(void)("))
        report = self.check_json("--engine", "dfs", "race.c", code=1)
        self.assertTrue(report["complete"])
        self.assertEqual(report["executions"], 6)
        self.assertEqual([f["kind"] for f in report["findings"]], ["race", "race"])
        for finding in report["findings"]:
            self.assertEqual({finding["thread"], finding["other_thread"]}, {"main.0", "main.1"})
            self.assertEqual(len(finding["stacks"]), 2)
            self.assertEqual(finding["other_place"]["file"], "race.c")
            self.assertIn("race", self.heddle("replay", finding["schedule_file"], code=1).stdout)
        self.assertEqual(self.check_json("--race=stop", "--engine", "dfs", "race.c", code=1)["executions"], 1)
        self.assertEqual(self.check_json("--race=ignore", "race.c", code=0)["verdict"], "verified")

    def test_executors_and_jobs_agree(self):
        self.write("safe.c", SAFE)
        for options in (["--executor", "remote"], ["-j2"]):
            report = self.check_json("--engine", "dpor", *options, "safe.c", code=0)
            self.assertEqual((report["executions"], report["verdict"]), (1680, "verified"), options)
        self.write("race.c", RACE)
        local = self.check_json("--engine", "dfs", "--keep-going", "race.c", code=1)
        remote = self.check_json("--engine", "dfs", "--keep-going", "--executor", "remote", "race.c", code=1)
        for field in ("executions", "events", "complete", "verdict"):
            self.assertEqual(local[field], remote[field], field)
        self.assertEqual(local["findings"][0]["schedule"], remote["findings"][0]["schedule"])

    def test_solvers_agree(self):
        self.write("race.c", RACE)
        runs = [self.check_json("--engine", "mcr-trace", "--keep-going", "--solver", solver, "race.c", code=1)
                for solver in ("native", "cvc5", "both")]
        self.assertEqual(runs[0]["executions"], runs[1]["executions"])
        self.assertEqual(runs[0]["executions"], runs[2]["executions"])
        self.write("safe.c", SAFE)
        report = self.check_json("--engine", "mcr-trace", "--solver", "z3", "safe.c", code=3)
        self.assertIn("one trace at a time", report["reason"])
        wrong = self.heddle("check", "--solver", "z3", "--engine", "dpor", "safe.c", code=2)
        self.assertIn("--engine mcr-trace", wrong.stderr)

    def test_several_workers_count_the_same(self):
        self.write("big.c", SAFE.replace("i < 3; i++) n++", "i < 5; i++) n++").replace("n == 9", "n == 15"))
        report = self.check_json("--engine", "dpor", "-j2", "big.c", code=0)
        self.assertEqual(report["executions"], 756756)

    def test_random_is_never_verified(self):
        self.write("safe.c", SAFE)
        report = self.check_json("--engine", "random", "--max-executions", "50", "safe.c", code=3)
        self.assertEqual((report["verdict"], report["executions"]), ("inconclusive", 50))
        self.assertIn("limit", report["reason"])

    def test_limits(self):
        self.write("huge.c", HUGE)
        report = self.check_json("--engine", "dpor", "--time-limit", "300ms", "huge.c", code=3)
        self.assertIn("time limit", report["reason"])
        self.assertLess(report["seconds"], 5)
        report = self.check_json("--engine", "dpor", "--max-executions", "100", "huge.c", code=3)
        self.assertEqual(report["executions"], 100)

    def test_several_workers_keep_the_limit_together(self):
        self.write("huge.c", HUGE)
        for limit in (7, 20000):
            report = self.check_json("--engine", "dpor", "-j3", "--max-executions", str(limit), "huge.c", code=3)
            self.assertEqual(report["executions"], limit)

    def test_compiler_options_and_arguments(self):
        self.write("inc/n.h", "#define BASE 1\n")
        self.write("a.c", '#include "n.h"\n#include <assert.h>\nint other(void);\n'
                          "int main(int argc, char **argv) { assert(BASE + N + other() + argc - 1 == 6); }\n")
        self.write("b.cpp", 'extern "C" int other(void);\nint other() { return 2; }\n')
        self.heddle("check", "-I", "inc", "-DN=1", "-O2", "a.c", "b.cpp", "--", "x", "y", code=0)
        self.heddle("check", "-I", "inc", "-DN=1", "a.c", "b.cpp", "--", "x", code=1)

    def test_interrupt_ends_cleanly(self):
        self.write("huge.c", HUGE)
        process = subprocess.Popen([str(HEDDLE), "check", "--engine", "dpor", "--json", "out.json", "huge.c"], cwd=self.dir,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=10)
        self.assertEqual(process.returncode, 3, output)
        report = json.loads((self.dir / "out.json").read_text())
        self.assertEqual(report["reason"], "interrupted")
        self.assertGreater(report["executions"], 0)

    def test_killed_worker_loses_nothing(self):
        self.write("big.c", SAFE.replace("i < 3; i++) n++", "i < 5; i++) n++").replace("n == 9", "n == 15"))
        for options in (["--engine", "dpor"], ["--engine", "dpor", "-j2"], ["--engine", "dfs"]):
            self.kill_a_worker(options)

    def kill_a_worker(self, options):
        process = subprocess.Popen([str(HEDDLE), "check", *options, "--json", "out.json", "big.c"], cwd=self.dir,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        killed = False
        for _ in range(2000):
            for pid in children(process.pid):
                if program_of(pid).endswith("/program"):
                    time.sleep(0.4)
                    os.kill(pid, signal.SIGKILL)
                    killed = True
            if killed:
                break
            time.sleep(0.002)
        output, _ = process.communicate(timeout=60)
        report = json.loads((self.dir / "out.json").read_text())
        self.assertEqual((report["executions"], report["verdict"]), (756756, "verified"), output)
        self.assertIn("signal 9", output)

    def test_checkpoint_and_resume(self):
        self.write("big.c", SAFE.replace("i < 3; i++) n++", "i < 5; i++) n++").replace("n == 9", "n == 15"))
        first = self.check_json("--engine", "dpor", "--max-executions", "1000", "--checkpoint", "state", "big.c", code=3)
        self.assertEqual(first["executions"], 1000)
        second = self.check_json("--engine", "dpor", "--resume", "state", "big.c", code=0)
        self.assertEqual(second["executions"], 756756)
        self.write("other.c", SAFE)
        self.assertIn("changed", self.heddle("check", "--engine", "dpor", "--resume", "state", "other.c", code=2).stderr)
        for other in (["--spurious"], ["--race=ignore"], ["--preemptions", "2"], ["--", "argument"]):  # what is done was done without
            refused = self.heddle("check", "--engine", "dpor", "--resume", "state", "big.c", *other, code=2).stderr
            self.assertIn("this check has " + " ".join(other), refused)

    # The bug and the race are in the first runs only, and what is left open has neither.
    def test_findings_outlive_a_checkpoint(self):
        self.write("early.c", EARLY)
        for options in (["dpor"], ["optimal"], ["dpor-classic"], ["dpor", "-j2"], ["dpor", "--executor", "remote"]):
            more = ["--engine", *options, "--keep-going", "--no-shorten", "early.c"]
            whole = self.check_json(*more, code=1)
            kinds = sorted(f["kind"] for f in whole["findings"])
            self.assertEqual(kinds, ["assertion", "race"], options)
            self.check_json("--max-executions", whole["executions"] - 2, "--checkpoint", "state", *more, code=1)
            second = self.check_json("--resume", "state", *more, code=1)
            self.assertEqual(sorted(f["kind"] for f in second["findings"]), kinds, options)
            self.assertTrue(second["complete"], options)
            if "-j2" not in options:  # how many runs fail depends on their order
                self.assertEqual(second["executions"], whole["executions"], options)

    # Only runs in which the first thread comes first are too long, and they are made before the checkpoint.
    def test_doubts_outlive_a_checkpoint(self):
        self.write("long.c", LONG)
        for options in (["--engine", "dpor"], ["--engine", "dpor", "--executor", "remote"]):
            more = [*options, "--max-steps", "16", "long.c"]
            self.assertIn("step limit", self.check_json(*more, code=3)["reason"], options)
            self.check_json("--max-executions", "20", "--checkpoint", "state", *more, code=3)
            resumed = self.check_json("--resume", "state", *more, code=3)
            self.assertIn("step limit", resumed["reason"], options)

    def test_checkpoint_outlives_the_supervisor(self):
        self.write("big.c", SAFE.replace("i < 3; i++) n++", "i < 5; i++) n++").replace("n == 9", "n == 15"))
        for jobs in ("-j1", "-j2"):
            state = self.dir / f"state{jobs}"
            process = subprocess.Popen([str(HEDDLE), "check", "--engine", "dpor", "--quiet", jobs, "--checkpoint", state.name, "--checkpoint-every", "100ms", "big.c"],
                                       cwd=self.dir, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for _ in range(2000):
                if state.exists():
                    break
                time.sleep(0.005)
            process.kill()
            self.assertEqual(process.wait(), -signal.SIGKILL, "it was over before it could be killed")
            resumed = self.check_json("--engine", "dpor", jobs, "--resume", state.name, "big.c", code=0)
            self.assertEqual(resumed["executions"], 756756, jobs)

    def test_remote_checkpoint(self):
        self.write("safe.c", SAFE)
        self.check_json("--engine", "dpor", "--executor", "remote", "--max-executions", "100", "--checkpoint", "state", "safe.c", code=3)
        resumed = self.check_json("--engine", "dpor", "--executor", "remote", "--resume", "state", "safe.c", code=0)
        self.assertEqual(resumed["executions"], 1680)

    def test_output_dir(self):
        self.write("race.c", RACE)
        self.heddle("check", "--output-dir", "found/here", "race.c", code=1)
        self.assertTrue((self.dir / "found/here/race.assertion.1.heddle").exists())

    def test_version_engines_doctor(self):
        self.assertRegex(self.heddle("--version", code=0).stdout, r"^heddle \d+\.\d+")
        self.assertIn("dfs", self.heddle("engines", code=0).stdout)
        self.assertIn("this machine can check programs", self.heddle("doctor", code=0).stdout)


if __name__ == "__main__":
    unittest.main()
