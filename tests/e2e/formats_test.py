"""What a finding looks like: the shortest run, the table, the formats for other programs; heddle explain; the manual."""
import json
import re
import shutil
import subprocess
import unittest
import xml.etree.ElementTree as xml

from tool import RACE, RACE_LINE, SAFE, ToolTest

# Three threads, of which one has nothing to do with the bug, and a long way before it.
DETOUR = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int noise, balance;
static void *pay(void *unused) {
  int old = balance;
  balance = old + 10;
  return 0;
}
static void *rustle(void *unused) {
  for (int i = 0; i < 4; i++) noise++;
  return 0;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, pay, 0);
  pthread_create(&b, 0, rustle, 0);
  pthread_create(&c, 0, pay, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  assert(balance == 20);
}
"""

NAMES = """#include <cassert>
#include <mutex>
#include <thread>
struct Node { Node* next = nullptr; int value = 0; };
struct Job { void* run = nullptr; int id = 0; };
struct Pool { std::mutex mutex_; Job jobs_[3]; Job* first = nullptr; Node* last = nullptr; };
int table[4];
int (*volatile chosen)();
int pick() { return 1; }
void work(Pool* p) {
  std::lock_guard hold(p->mutex_);
  Node* node = p->last;
  if (node == nullptr) return;
  Job* job = p->first + 1;
  assert(node->next == nullptr && job->id == 7 && table[2] == 5 && chosen != nullptr);
}
int main() {
  Pool pool;
  std::thread worker(work, &pool);
  {
    std::lock_guard hold(pool.mutex_);
    pool.jobs_[1].id = 7;
    pool.first = pool.jobs_;
    Node* node = new Node;
    pool.last = node;
    node->next = nullptr;
    table[2] = 5;
    chosen = pick;
  }
  worker.join();
  assert(pool.last == nullptr);
}
"""

LATE_RACE = """#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_int noise;
static void *writer(void *unused) {
  noise++;
  data = 1;
  for (int i = 0; i < 5; i++) noise++;
  return 0;
}
static void *reader(void *unused) {
  int seen = data;
  noise += seen;
  return 0;
}
static void *other(void *unused) {
  noise++;
  return 0;
}
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, writer, 0);
  pthread_create(&t[1], 0, reader, 0);
  pthread_create(&t[2], 0, other, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
}
"""


def line_of(program, text):
    return next(n for n, line in enumerate(program.splitlines(), 1) if text in line)


# What the schema of SARIF 2.1.0 requires of the objects used here.
SARIF_REQUIRED = {"": ["version", "runs"], "run": ["tool"], "tool": ["driver"], "driver": ["name"], "rule": ["id"],
                  "result": ["message"], "message": ["text"], "codeFlow": ["threadFlows"], "threadFlow": ["locations"],
                  "frame": []}


class Formats(ToolTest):
    def require(self, kind, value):
        self.assertIsInstance(value, dict)
        for field in SARIF_REQUIRED[kind]:
            self.assertIn(field, value, kind)

    def check_location(self, location):
        physical = location["physicalLocation"]
        self.assertNotIn(" ", physical["artifactLocation"]["uri"])
        self.assertGreaterEqual(physical["region"]["startLine"], 1)
        if "message" in location:
            self.require("message", location["message"])

    def test_sarif(self):
        self.write("race.c", RACE)
        self.heddle("check", "--race=ignore", "--sarif", "out.sarif", "race.c", code=1)
        log = json.loads((self.dir / "out.sarif").read_text())
        self.require("", log)
        self.assertEqual(log["version"], "2.1.0")
        run, = log["runs"]
        self.require("run", run)
        self.require("tool", run["tool"])
        self.require("driver", run["tool"]["driver"])
        for rule in run["tool"]["driver"]["rules"]:
            self.require("rule", rule)
        result, = run["results"]
        self.require("result", result)
        self.require("message", result["message"])
        self.assertEqual(result["ruleId"], "assertion")
        self.assertEqual(run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"], "assertion")
        self.assertEqual(result["locations"][0]["physicalLocation"]["region"]["startLine"], RACE_LINE)
        for location in result["locations"]:
            self.check_location(location)
        flow, = result["codeFlows"]
        self.require("codeFlow", flow)
        self.assertEqual(sorted(f["id"] for f in flow["threadFlows"]), ["main", "main.0", "main.1"])
        orders = []
        for thread in flow["threadFlows"]:
            self.require("threadFlow", thread)
            self.assertTrue(thread["locations"])
            own = [l["executionOrder"] for l in thread["locations"]]
            self.assertEqual(own, sorted(own))
            orders += own
            for l in thread["locations"]:
                self.check_location(l["location"])
                self.assertIn(l["importance"], ("important", "essential", "unimportant"))
        self.assertEqual(sorted(orders), list(range(1, len(orders) + 1)))
        # The fingerprint stays when lines are added above.
        before = result["partialFingerprints"]
        self.write("race.c", "\n\n" + RACE)
        self.heddle("check", "--race=ignore", "--sarif", "out.sarif", "race.c", code=1)
        again = json.loads((self.dir / "out.sarif").read_text())["runs"][0]["results"][0]
        self.assertEqual(again["partialFingerprints"], before)

    def test_sarif_without_findings(self):
        self.write("safe.c", SAFE)
        self.heddle("check", "--sarif", "out.sarif", "safe.c", code=0)
        self.assertEqual(json.loads((self.dir / "out.sarif").read_text())["runs"][0]["results"], [])

    def test_memory_has_names(self):
        self.write("names.cpp", NAMES)
        finding, = self.check_json("--race=ignore", "names.cpp", code=1)["findings"]
        what = [row["what"] for row in finding["trace"]]
        # By whatever pointer it is used, from whatever thread.
        for words in ("lock pool.mutex_", "unlock pool.mutex_", "write pool.jobs_[1].id = 7", "read pool.jobs_[1].id = 7",
                      "write table[2] = 5", "write pool.last = heap#1", "write heap#1.next = 0", "read heap#1.next = 0",
                      "write pool.first = &pool.jobs_", "write chosen = &pick"):
            self.assertTrue(any(w.startswith(words) for w in what), f"{words}: {what}")
        text = self.heddle("check", "--race=ignore", "names.cpp", code=1).stdout
        self.assertRegex(text, r"heap#1 is a block of 16 bytes, allocated at\s+names.cpp:%d" % line_of(NAMES, "new Node"))
        self.assertNotIn("0x", text)

    def test_race_is_shortened(self):
        self.write("late.c", LATE_RACE)
        finding, = self.check_json("late.c", code=1)["findings"]
        self.assertEqual(finding["kind"], "race")
        trace, pair = finding["trace"], finding["unordered"]
        self.assertEqual(pair["second"], len(trace) - 1)
        self.assertEqual({trace[pair[which]]["line"] for which in ("first", "second")},
                         {line_of(LATE_RACE, "data = 1"), line_of(LATE_RACE, "seen = data")})
        # Nothing of what the first thread did after its access, nothing of the third thread.
        first = trace[pair["first"]]["thread"]
        self.assertNotIn(first, [row["thread"] for row in trace[pair["first"] + 1:]])
        self.assertNotIn("main.2", [row["thread"] for row in trace])
        text = self.heddle("check", "late.c", code=1).stdout
        self.assertRegex(text, r"What nothing orders: line \d+ in main.\d \((read|write) data = \d.*\) and\s+line\s+\d+\s+in main.\d")
        result = self.heddle("replay", finding["schedule_file"], code=1).stdout
        self.assertIn("What nothing orders: ", result)

    def test_junit(self):
        self.write("race.c", RACE.replace("balance == 20", 'balance == 20 && "<&>"'))
        self.heddle("check", "--race=ignore", "--junit", "out.xml", "race.c", code=1)
        suites = xml.parse(self.dir / "out.xml").getroot()
        self.assertEqual((suites.tag, suites.get("tests"), suites.get("failures")), ("testsuites", "1", "1"))
        failure, = suites.iter("failure")
        self.assertEqual(failure.get("type"), "assertion")
        self.assertIn("What happened", failure.text)
        self.write("safe.c", SAFE)
        self.heddle("check", "--junit", "out.xml", "safe.c", code=0)
        suites = xml.parse(self.dir / "out.xml").getroot()
        self.assertEqual((suites.get("tests"), suites.get("failures"), suites.get("errors")), ("1", "0", "0"))
        self.heddle("check", "--junit", "out.xml", "--engine", "random", "--max-executions", "5", "safe.c", code=3)
        self.assertEqual(len(list(xml.parse(self.dir / "out.xml").getroot().iter("error"))), 1)

    def test_github(self):
        self.write("race.c", RACE)
        told = self.heddle("check", "race.c", code=1, env={"GITHUB_ACTIONS": "true"}).stdout
        self.assertRegex(told, rf"(?m)^::error file=race\.c,line={RACE_LINE},col=\d+,title=[^:]*::assertion failed")
        self.assertNotIn("::error", self.heddle("check", "race.c", code=1, env={"GITHUB_ACTIONS": ""}).stdout)

    def test_a_file_that_cannot_be_written(self):
        self.write("race.c", RACE)
        for option in ("--sarif", "--junit", "--json"):
            self.assertIn(option, self.heddle("check", option, "no/such/dir/x", "race.c", code=2).stderr)


class Table(ToolTest):
    def test_columns_and_editor_line(self):
        self.write("race.c", RACE)
        text = self.heddle("check", "--race=ignore", "race.c", code=1).stdout
        self.assertRegex(text, rf"(?m)^race\.c:{RACE_LINE}:\d+: error: assertion failed")
        self.assertRegex(text, r"(?m)^ +main +\| +main\.0 +\| +main\.1$")
        self.assertRegex(text, r"\n  What decided it: line 5 in main\.(0|1) came between line 5 and line 6 of main\.(?!\1)[01]\.\n")
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        self.assertTrue(text.isascii())

    def test_width(self):
        self.write("race.c", RACE)
        wide = self.heddle("check", "race.c", code=1, env={"COLUMNS": "150"}).stdout
        self.assertRegex(wide, r"(?m)\| +> .*read balance = 0.* \| int old = balance;$")
        self.assertLessEqual(max(map(len, wide.splitlines())), 150)

    def test_the_shortest_run(self):
        self.write("detour.c", DETOUR)
        for engine in ("random", "dfs", "dpor"):
            report = self.check_json("--engine", engine, "--seed", "5", "detour.c", code=1)
            finding = report["findings"][0]
            self.assertEqual(finding["preemptions"], 1, engine)
            self.assertTrue(finding["fewest_preemptions"])
            self.assertTrue(finding["decisive"]["proven"])
            self.assertRegex(finding["decisive"]["words"], r"^line 6 in main\.[02] came between line 6 and line 7 of main\.[02]$")
            self.assertNotEqual(report["findings"][0]["replay"], "")

    def test_other_runs_may_kill_the_process(self):
        self.write("die.c", "void die(void) { __asm__ volatile(\"syscall\" : : \"a\"(231), \"D\"(7) : \"rcx\", \"r11\"); }\n")
        subprocess.run(["cc", "-c", "die.c"], cwd=self.dir, check=True)
        # Those in which the third thread comes before the first.
        self.write("detour.c", DETOUR.replace("static void *pay", "void die(void);\nstatic void *pay")
                   .replace("  balance = old", "  if (old == 10 && unused) die();\n  balance = old").replace("&a, 0, pay, 0", "&a, 0, pay, &a"))
        options = ["--race=ignore", "--engine", "random", "--seed", "5", "detour.c", "die.o"]
        as_found = self.check_json("--no-shorten", *options, code=1)["findings"][0]
        self.assertGreater(as_found["preemptions"], 1)
        finding = self.check_json(*options, code=1)["findings"][0]
        self.assertEqual(finding["preemptions"], 1)

    def test_as_it_was_found(self):
        self.write("detour.c", DETOUR)
        found = self.check_json("--engine", "random", "--seed", "5", "--no-shorten", "detour.c", code=1)["findings"][0]
        self.assertGreater(found["preemptions"], 1)
        self.assertIsNone(found["decisive"])

    def test_a_replay_says_what_decided_too(self):
        self.write("race.c", RACE)
        words = self.check_json("race.c", code=1)["findings"][0]["decisive"]["words"]
        text = self.heddle("replay", "race.assertion.1.heddle", code=1).stdout
        self.assertIn(f"What decided it: {words}.", text)

    def test_what_always_fails_is_said(self):
        self.write("always.c", "#include <assert.h>\nint main(void) { assert(0); }\n")
        self.assertTrue(self.check_json("always.c", code=1)["findings"][0]["line"])
        self.write("always2.c", RACE.replace("balance == 20", "balance == 30"))
        self.assertIn("It fails under every schedule.", self.heddle("check", "always2.c", code=1).stdout)


class Guide(ToolTest):
    def kinds(self):
        return re.findall(r"(?m)^([a-z][a-z-]+)  +\S", self.heddle("explain", code=0).stdout)

    def test_every_example_shows_its_kind(self):
        kinds = self.kinds()
        self.assertEqual(len(kinds), 16)
        races_are_found = "--race" in self.heddle("check", "--help", code=0).stdout
        for kind in kinds:
            text = self.heddle("explain", kind, code=0).stdout
            options, suffix = re.search(r"heddle check (.*)example\.(\w+)\)", text).groups()
            program = self.heddle("explain", "--example", kind, code=0).stdout
            self.assertIn("    " + program.splitlines()[-1], text)
            if kind == "race" and not races_are_found:
                continue
            self.write("example." + suffix, program)
            report = self.check_json(*options.split(), "example." + suffix, code=1)
            self.assertEqual(report["findings"][0]["kind"], kind)

    def test_unknown_kind(self):
        self.assertIn("heddle explain lists", self.heddle("explain", "headache", code=2).stderr)

    def test_the_manual_has_every_option(self):
        manual = self.heddle("--man", code=0).stdout
        self.assertTrue(manual.startswith(".TH HEDDLE 1"))
        plain = manual.replace("\\-", "-")
        for command in ("check", "replay", "explain"):
            for option in re.findall(r"(?m)^  (?:-\w,)?(--[a-z-]+)", self.heddle(command, "--help", code=0).stdout):
                self.assertIn(option, plain)
        for kind in self.kinds():
            self.assertIn(".B " + kind + "\n", plain)

    @unittest.skipUnless(shutil.which("groff"), "there is no groff")
    def test_the_manual_can_be_read(self):
        manual = self.heddle("--man", code=0).stdout
        result = subprocess.run(["groff", "-man", "-ww", "-Tascii", "-P-c"], input=manual, text=True, capture_output=True)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        shown = re.sub(".\b", "", result.stdout)  # bold is struck twice
        for heading in ("NAME", "SYNOPSIS", "HEDDLE CHECK", "FINDINGS", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES"):
            self.assertRegex(shown, f"(?m)^{heading}$")
        self.assertRegex(shown, r"(?m)^ +--engine \S")
        self.assertTrue(all(len(line) <= 80 for line in shown.splitlines()))


if __name__ == "__main__":
    unittest.main()
