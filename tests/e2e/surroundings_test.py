"""Closed streams, small limits, missing directories, signals: nothing is lost, and what goes wrong is said."""
import json
import os
import signal
import subprocess
import time
import unittest

from tool import HEDDLE, RACE, ROUNDS, SAFE, ToolTest


class Surroundings(ToolTest):
    def setUp(self):
        super().setUp()
        for name, source in (("safe", SAFE), ("race", RACE)):
            self.write(name + ".c", source)

    def shell(self, script, code, **env):
        result = subprocess.run(["bash", "-c", script], cwd=self.dir, timeout=60, text=True, errors="replace", capture_output=True,
                                stdin=subprocess.DEVNULL, env={**os.environ, "HEDDLE": str(HEDDLE), **env})
        self.assertEqual(result.returncode, code, script + "\n" + result.stdout + result.stderr)
        return result.stdout + result.stderr

    def test_closed_streams(self):
        # The program prints; what it prints must not get into a file of ours that has the number of its stream.
        self.write("race.c", RACE.replace("#include <assert.h>", "#include <assert.h>\n#include <unistd.h>")
                   .replace("  assert(balance", '  write(1, "noise", 5);\n  write(2, "noise", 5);\n  assert(balance'))
        for closed in ("<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"):
            for program, code in (("race", 1), ("safe", 3 if ">&-" in closed.replace("2>&-", "") else 0)):
                for path in self.dir.glob("*.heddle"):
                    path.unlink()
                said = self.shell(f'"$HEDDLE" check {program}.c --json out.json {closed}', code)
                report = json.loads((self.dir / "out.json").read_text())
                self.assertEqual(report["verdict"], "bug" if program == "race" else "verified", closed)
                if program == "race":
                    file = json.loads((self.dir / "race.assertion.1.heddle").read_text())
                    self.assertEqual(file["finding"]["kind"], "assertion")
                if code == 3 and "2>&-" not in closed:
                    self.assertIn("cannot write to standard output: Bad file descriptor", said)
        self.shell(f'"{HEDDLE.parent}/heddle-cc" -O1 -pthread race.c -o race <&- >&- 2>&- && "$HEDDLE" check race <&- >&- 2>&-', 1)

    def test_a_small_stack(self):
        for check in ("race.c", "race.c -j2", "race.c --executor remote", "race"):
            if check == "race":
                subprocess.run([HEDDLE.parent / "heddle-cc", "-O1", "-pthread", "race.c", "-o", "race"], cwd=self.dir, check=True)
            said = self.shell(f'ulimit -s 64; "$HEDDLE" check --quiet {check}', 1)
            self.assertIn("SUMMARY: heddle: assertion", said, check)

    def test_few_descriptors_and_little_memory(self):
        self.assertIn("assertion", self.shell('ulimit -n 16; "$HEDDLE" check --quiet race.c', 1))
        self.assertIn("Too many open files", self.shell('ulimit -n 5; "$HEDDLE" check --quiet race.c', 3))
        self.assertIn("memory", self.shell('ulimit -v 400000; "$HEDDLE" check --quiet safe.c', 3))

    def test_temporary_directories(self):
        for where in ("/nonexistent", "/proc"):
            said = self.shell('"$HEDDLE" check safe.c', 2, TMPDIR=where)
            self.assertIn("cannot make a temporary directory in " + where, said)
            self.assertIn("Set TMPDIR", said)
        self.assertEqual(list(self.dir.glob("heddle-*")), [])

    def test_environment(self):
        for change in ("env -i", "env -u HOME", "env PATH=", "env LANG=xx_YY.foo LC_ALL=tr_TR.ISO-8859-9 COLUMNS=-3"):
            self.assertIn("SUMMARY: heddle: assertion race.c:15", self.shell(f'{change} TMPDIR="$TMPDIR" "$HEDDLE" check --quiet race.c', 1), change)

    def test_a_directory_that_is_gone(self):
        said = self.shell(f'mkdir gone; cd gone; rmdir ../gone; "$HEDDLE" check --quiet {self.dir}/race.c', 1)
        self.assertIn("SUMMARY: heddle: assertion", said)
        self.assertIn("cannot write race.assertion.1.heddle", said)

    def test_long_names(self):
        deep = "/".join(["d" * 200] * 12)
        self.shell(f"mkdir -p {deep}; cp race.c {deep}/", 0)
        self.assertIn("SUMMARY: heddle: assertion", self.shell(f'"$HEDDLE" check --quiet {deep}/race.c', 1))
        self.assertIn("no such file", self.shell(f'"$HEDDLE" check {"x" * 300}.c', 2))


class Signals(ToolTest):
    def start(self, *args):
        return subprocess.Popen([str(HEDDLE), "check", "--quiet", "--json", "out.json", *args], cwd=self.dir, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def test_hang_up_ends_in_order(self):
        self.write("rounds.c", ROUNDS)
        for number, options in ((signal.SIGHUP, ["-j1"]), (signal.SIGHUP, ["-j2"]), (signal.SIGTERM, ["-j1"]), (signal.SIGHUP, ["--executor", "remote"])):
            more = ["-DN=12", *options, "rounds.c"]
            process = self.start("--checkpoint", "state", *more)
            time.sleep(1.5)
            process.send_signal(number)
            output, _ = process.communicate(timeout=30)
            self.assertEqual(process.returncode, 3, output)
            first = json.loads((self.dir / "out.json").read_text())
            self.assertIn("interrupted", first["reason"])
            resumed = self.check_json("--resume", "state", "--max-executions", first["executions"] + 10, *more, code=3)
            self.assertEqual(resumed["executions"], first["executions"] + 10, options)

    def test_nohup(self):
        self.write("rounds.c", ROUNDS)
        process = subprocess.Popen(["bash", "-c", f'trap "" HUP; exec "{HEDDLE}" check --quiet -DN=5 --engine dfs --max-executions 40000 rounds.c'],
                                   cwd=self.dir, stdout=subprocess.PIPE, text=True)
        time.sleep(0.4)
        process.send_signal(signal.SIGHUP)
        self.assertIn("the limit of 40000 executions", process.communicate(timeout=60)[0])


class Resuming(ToolTest):
    def test_counts_are_kept(self):
        self.write("rounds.c", ROUNDS)
        for options in (["--asks", "values"], ["--asks", "values", "--executor", "remote"], ["--engine", "dpor"]):
            more = [*options, "-DN=4", "rounds.c"]
            first = self.check_json("--max-executions", "50", "--checkpoint", "state", *more, code=3)
            again = self.check_json("--max-executions", "50", "--resume", "state", *more, code=3)
            for what in ("executions", "discovery", "blocked", "events"):
                self.assertEqual(again[what], first[what], (options, what))
            self.check_json("--resume", "state", *more, code=0)

    # The pool of mcr is larger than what a worker keeps of its state at all times.
    def test_a_large_state_is_kept(self):
        self.write("rounds.c", ROUNDS)
        more = ["--asks", "values", "--certificate", "alone", "-DN=10", "rounds.c"]  # so that no other engine helps
        first = self.check_json("--max-executions", "28000", "--checkpoint", "state", *more, code=3)
        self.assertGreater((self.dir / "state").stat().st_size, 1 << 24)
        again = self.check_json("--max-executions", "28000", "--resume", "state", *more, code=3)
        self.assertEqual((again["executions"], again["discovery"]), (first["executions"], first["discovery"]))


if __name__ == "__main__":
    unittest.main()
