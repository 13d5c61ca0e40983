"""What cannot be written is said, also with --quiet, and is not exit code 0. A bug stays a bug."""
import os
import subprocess
import unittest

from tool import HEDDLE, RACE, ROUNDS, SAFE, ToolTest

FULL = "No space left on device"


class Writing(ToolTest):
    def setUp(self):
        super().setUp()
        (self.dir / "full").symlink_to("/dev/full")  # the device itself must survive a tool that replaces files
        for name, source in (("safe", SAFE), ("race", RACE)):
            self.write(name + ".c", source)
            subprocess.run([HEDDLE.parent / "heddle-cc", "-O1", "-pthread", name + ".c", "-o", name], cwd=self.dir, check=True)

    def into(self, target, *args, env=None):
        """Standard output goes to `target`."""
        with open(target, "w") as out:
            return subprocess.run([str(HEDDLE), *args], cwd=self.dir, stdout=out, stderr=subprocess.PIPE, text=True, timeout=60,
                                  stdin=subprocess.DEVNULL, env={**os.environ, **(env or {})})

    def test_reports(self):
        reports = [["--json", "full"], ["--sarif", "full"], ["--junit", "full"]]
        (self.dir / "page").mkdir()
        (self.dir / "page/index.html").symlink_to("/dev/full")
        if "without the HTML report" not in self.heddle("check", "safe", "--report", "try").stderr:
            reports.append(["--report", "page"])
        for program, code in (("safe", 3), ("race", 1)):
            for options in reports:
                result = self.heddle("check", "--quiet", program, *options, code=code)
                self.assertIn("heddle: error: cannot write", result.stderr, options)
                self.assertIn(FULL, result.stderr, options)

    def test_standard_output(self):
        for program, code in (("safe", 3), ("race", 1)):
            for options, env in (([], {}), (["--quiet"], {}), (["--quiet", "--json", "-"], {}), (["--quiet"], {"GITHUB_ACTIONS": "true"})):
                result = self.into("/dev/full", "check", program, *options, env=env)
                self.assertEqual(result.returncode, code, (program, options, result.stderr))
                self.assertIn("cannot write to standard output: " + FULL, result.stderr)
        self.assertTrue((self.dir / "race.assertion.1.heddle").exists())
        result = self.into("/dev/full", "replay", "race.assertion.1.heddle")
        self.assertEqual(result.returncode, 1)
        self.assertIn(FULL, result.stderr)
        for command in (["engines"], ["explain"], ["--help"], ["doctor"], ["--version"]):
            result = self.into("/dev/full", *command)
            self.assertEqual((result.returncode, FULL in result.stderr), (3, True), command)

    def test_a_pipe_that_nobody_reads(self):
        for program, code in (("safe", 3), ("race", 1)):
            read, write = os.pipe()
            os.close(read)
            result = subprocess.run([str(HEDDLE), "check", program], cwd=self.dir, stdout=write, stderr=subprocess.PIPE, text=True)
            os.close(write)
            self.assertEqual(result.returncode, code)
            self.assertIn("Broken pipe", result.stderr)

    def test_certificates(self):
        result = self.heddle("check", "--quiet", "safe", "--certificate", "full", code=3)
        self.assertIn("cannot write full: " + FULL, result.stderr)
        (self.dir / "taken").mkdir()
        result = self.heddle("check", "--quiet", "safe", "--certificate", "taken", code=3)
        self.assertIn("cannot write taken: Is a directory", result.stderr)

    def test_checkpoints(self):
        result = self.heddle("check", "--quiet", "--engine", "dpor", "--max-executions", "1", "safe", "--checkpoint", "full", code=3)
        self.assertIn("cannot write full: " + FULL, result.stderr)
        self.write("rounds.c", ROUNDS)
        result = self.heddle("check", "--quiet", "--engine", "dpor", "-DN=6", "rounds.c", "--checkpoint", "no/state",
                             "--checkpoint-every", "50ms", code=3)
        self.assertIn("heddle: verified", result.stdout)
        self.assertEqual(result.stderr.count("cannot write no/state"), 1)

    def test_schedules(self):
        (self.dir / "file").write_text("")
        (self.dir / "here/race.assertion.1.heddle").mkdir(parents=True)
        for place in ("file", "here"):
            result = self.heddle("check", "--quiet", "race", "--output-dir", place, code=1)
            self.assertRegex(result.stderr, "cannot write " + place + r"/race\.assertion\.1\.heddle: ", place)
            self.assertIn("--output-dir", result.stderr)

    def test_what_is_in_the_way_is_wrong_use(self):
        (self.dir / "taken").mkdir()
        for options in (["--json", "taken"], ["--sarif", "no/file"], ["--junit", "taken"]):
            self.assertIn("cannot write", self.heddle("check", "safe", *options, code=2).stderr)


class Checkpoints(ToolTest):
    def test_damage_is_refused(self):
        self.write("race.c", RACE)
        more = ["--engine", "dpor", "--keep-going", "race.c"]
        self.heddle("check", "--quiet", "--max-executions", "2", "--checkpoint", "state", *more)
        state = self.dir / "state"
        whole = state.read_bytes()
        self.heddle("check", "--quiet", "--resume", "state", *more, code=1)
        for at in range(0, len(whole), max(1, len(whole) // 12)):
            state.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1:])
            self.assertIn("state is", self.heddle("check", "--resume", "state", *more, code=2).stderr, at)
        state.write_bytes(whole[:-1])
        self.assertIn("is damaged: its end is missing", self.heddle("check", "--resume", "state", *more, code=2).stderr)


if __name__ == "__main__":
    unittest.main()
